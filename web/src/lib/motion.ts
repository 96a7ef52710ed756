/** How long something may move: not at all for whoever asked their system for less motion. */

const less = matchMedia("(prefers-reduced-motion: reduce)");

export function duration(milliseconds: number): number {
  return less.matches ? 0 : milliseconds;
}
