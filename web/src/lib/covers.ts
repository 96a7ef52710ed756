/** For what sticks to an edge of the window: how much of it is covered, as --head or --foot, so that
 *  nothing that is scrolled to ends up behind it (app.css).  <div use:covers={"foot"}> */

export function covers(node: HTMLElement, edge: "head" | "foot"): { destroy: () => void } {
  const { style } = document.documentElement;
  const sized = new ResizeObserver(() => {
    const sticks = getComputedStyle(node).position === "sticky";
    style.setProperty(`--${edge}`, `${sticks ? node.offsetHeight : 0}px`);
  });
  sized.observe(node);
  node.dataset.covers = edge;
  return {
    destroy: () => {
      sized.disconnect();
      style.removeProperty(`--${edge}`);
    },
  };
}
