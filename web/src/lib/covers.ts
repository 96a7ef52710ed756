/** For what sticks to an edge of the window: how much of it is covered, as --head or --foot, so that
 *  nothing that is scrolled to ends up behind it (app.css).  <div use:covers={"foot"}> */

export function covers(node: HTMLElement, edge: "head" | "foot"): { destroy: () => void } {
  const { style } = document.documentElement;
  const measure = () => style.setProperty(`--${edge}`, `${height(node)}px`);
  const sized = new ResizeObserver(measure);
  sized.observe(node);
  addEventListener("resize", measure); // whether it sticks depends on the window
  node.dataset.covers = edge;
  return {
    destroy: () => {
      sized.disconnect();
      removeEventListener("resize", measure);
      style.removeProperty(`--${edge}`);
    },
  };
}

/** How much of an edge is covered right now; the property follows when the page has been laid out. */
export function covered(edge: "head" | "foot"): number {
  const node = document.querySelector<HTMLElement>(`[data-covers=${edge}]`);
  return node ? height(node) : 0;
}

const height = (node: HTMLElement): number =>
  getComputedStyle(node).position === "sticky" ? node.offsetHeight : 0;
