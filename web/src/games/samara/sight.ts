/** On a screen that is smaller than the table: bring parts of it into sight. */

import { covered } from "../../lib/covers";
import { duration } from "../../lib/motion";

const EDGE = 8; // pixels that stay free around them
const HEADS = 72; // of the rows, and NOW: they stick at the left

/** How far to scroll until each part is within the edges; the last one surely. */
export function shift(parts: readonly (readonly [number, number])[], from: number, to: number): number {
  return parts.reduce((moved, [start, end]) => {
    const behind = Math.max(moved, end - to);
    return Math.min(behind, start - from);
  }, 0);
}

const behavior = (): ScrollBehavior => (duration(1) ? "smooth" : "auto");

/** Up and down, between what sticks at the head and at the foot of the page. */
export function bringUp(parts: readonly Element[]): void {
  const edges = parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom] as const);
  const top = shift(edges, covered("head") + EDGE, innerHeight - covered("foot") - EDGE);
  if (top) scrollBy({ top, behavior: behavior() });
}

/** Back to where what scrolls sideways begins. */
export function bringBack(field: Element): void {
  field.scrollTo({ left: 0, behavior: behavior() });
}

/** Sideways, in what scrolls sideways. */
export function bringAcross(field: Element, parts: readonly Element[]): void {
  const seen = field.getBoundingClientRect();
  const edges = parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right] as const);
  const left = shift(edges, seen.left + HEADS + EDGE, seen.right - EDGE);
  if (left) field.scrollBy({ left, behavior: behavior() });
}
