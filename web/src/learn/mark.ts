/** Shows on the table what the coach means: the things of a move get `data-coach`. */

const AGAIN = [0, 150, 700]; // milliseconds: what is meant may still be on its way

/** How the tables of both games name the thing that a move is made with. */
export function meant(move: string, hand: readonly string[]): string {
  const [verb = "", first = "", second = ""] = move.split(" ");
  switch (verb) {
    case "choose":
      return `[data-hand]|${hand.indexOf(first)}`;
    case "citizen":
      return ".dock .way|0";
    case "worker":
      return first ? `[data-move="${move}"]` : ".dock .way|1";
    case "tool":
      return `[data-place="${first}"] [data-tool="${second}"]`;
    case "build":
      return first.includes(",") ? `[data-place="${first}"]` : `[data-drop="${move}"]`;
    default:
      return `[data-move="${move}"]`;
  }
}

/** Mark it inside `root` until the returned function is called. */
export function mark(root: HTMLElement, move: string, hand: readonly string[]): () => void {
  const [selector = "", place] = meant(move, hand).split("|");
  const clear = () => {
    for (const one of root.querySelectorAll("[data-coach]")) one.removeAttribute("data-coach");
  };
  const show = () => {
    clear();
    const found = root.querySelectorAll(selector);
    found[place ? Number(place) : 0]?.setAttribute("data-coach", "");
  };
  const timers = AGAIN.map((wait) => setTimeout(show, wait));
  return () => {
    timers.forEach(clearTimeout);
    clear();
  };
}
