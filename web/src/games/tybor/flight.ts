/** How cards move: from the hand to the tableau, hands to the neighbour. Short, and off for users
 *  who want less motion; a click or a key ends what is moving (see Table.svelte). */

import { cubicOut } from "svelte/easing";
import { fade, fly } from "svelte/transition";
import { crossing, duration } from "../../lib/motion";

const FLIGHT = 320; // milliseconds

export const flip = { duration: (far: number) => duration(Math.min(FLIGHT, 120 + far / 3)) };

/** A card that moves from one place to another, identified by its key. */
export const [send, receive] = crossing({
  duration: () => duration(FLIGHT),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: duration(160) }),
});

/** Hands go to the left if they pass clockwise; new hands come from the other side. */
export const leave = (node: Element, { side }: { side: number }) =>
  fly(node, { x: side * 420, duration: duration(FLIGHT), easing: cubicOut });
export const arrive = (node: Element, { side }: { side: number }) =>
  fly(node, {
    x: side === 0 ? 0 : -side * 420,
    y: side === 0 ? -80 : 0,
    duration: duration(FLIGHT),
    easing: cubicOut,
  });
/** A card goes to something, and is lost from sight there. */
export function goTo(node: Element, { target }: { target: Element | null | undefined }) {
  const [from, to] = [node.getBoundingClientRect(), target?.getBoundingClientRect()];
  if (!to) return fade(node, { duration: duration(160) });
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  return {
    duration: duration(FLIGHT),
    easing: cubicOut,
    css: (left: number, gone: number) =>
      `transform: translate(${gone * x}px, ${gone * y}px) scale(${0.4 + 0.6 * left}); opacity: ${Math.min(1, 3 * left)}`,
  };
}
export const pop = (node: Element) => fly(node, { y: -12, duration: duration(200) });

export { draggable } from "../../lib/drag";
