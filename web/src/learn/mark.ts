/** Shows on the table what the coach means: the things of a move get `data-coach`. */

import type { PageCourse } from "../games/game";

const AGAIN = [0, 150, 700]; // milliseconds: the element may not be there yet

/** Mark it inside `root` until the returned function is called. */
export function mark(root: HTMLElement, { selector, place = 0 }: ReturnType<PageCourse["meant"]>): () => void {
  const clear = () => {
    for (const one of root.querySelectorAll("[data-coach]")) one.removeAttribute("data-coach");
  };
  const show = () => {
    clear();
    const found = root.querySelectorAll(selector);
    found[place]?.setAttribute("data-coach", "");
  };
  const timers = AGAIN.map((wait) => setTimeout(show, wait));
  return () => {
    timers.forEach(clearTimeout);
    clear();
  };
}
