/** For what sticks to an edge of the window: how much of it is covered, as --head or --foot, so that
 *  nothing that is scrolled to ends up behind it (app.css).  <div use:covers={"foot"}> */

export function covers(node: HTMLElement, edge: "head" | "foot"): { destroy: () => void } {
  const { style } = document.documentElement;
  const measure = () => {
    const sticks = getComputedStyle(node).position === "sticky";
    style.setProperty(`--${edge}`, `${sticks ? node.offsetHeight : 0}px`);
  };
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
