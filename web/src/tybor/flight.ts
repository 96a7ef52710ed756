/** How cards move: from the hand to the tableau, hands to the neighbour. Short, and not at all for
 *  whoever wants less motion; a click or a key ends what is moving (see Table.svelte). */

import { cubicOut } from "svelte/easing";
import { crossfade, fade, fly } from "svelte/transition";
import { duration } from "../lib/motion";

const FLIGHT = 320; // milliseconds

export const flip = { duration: (far: number) => duration(Math.min(FLIGHT, 120 + far / 3)) };

/** A card that leaves one place and comes to another, told by its key. */
export const [send, receive] = crossfade({
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
export const pop = (node: Element) => fly(node, { y: -12, duration: duration(200) });

/** Things that can be dragged to a place with `data-drop`; `drop` gets what stands there. */
export function draggable(node: HTMLElement, options: { can: boolean; drop: (where: string) => void }) {
  const FAR = 8; // pixels, until a press becomes a drag
  let { can, drop } = options;
  let from: { x: number; y: number; id: number } | null = null;
  let dragging = false;
  let wasDragged = false;
  let over: Element | null = null;

  function target(event: PointerEvent): Element | null {
    node.style.pointerEvents = "none";
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    node.style.pointerEvents = "";
    return found ?? null;
  }
  function mark(next: Element | null): void {
    if (over === next) return;
    over?.classList.remove("over");
    next?.classList.add("over");
    over = next;
  }
  function down(event: PointerEvent): void {
    if (!can || event.button !== 0 || from) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
  function forget(): void {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  }
  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragging && Math.hypot(x, y) < FAR) return;
    if (!dragging) {
      dragging = true;
      node.setPointerCapture(from.id);
      node.classList.add("dragged");
      document.body.classList.add("dragging");
    }
    node.style.translate = `${x}px ${y}px`;
    mark(target(event));
  }
  function end(event: PointerEvent): void {
    if (event.pointerId !== from?.id) return;
    forget();
    if (dragging) {
      const where = event.type === "pointerup" ? target(event)?.getAttribute("data-drop") : null;
      mark(null);
      node.classList.remove("dragged");
      document.body.classList.remove("dragging");
      node.style.translate = "";
      wasDragged = true; // the click that follows is none
      setTimeout(() => (wasDragged = false));
      if (where) drop(where);
    }
    from = null;
    dragging = false;
  }
  function click(event: MouseEvent): void {
    if (wasDragged) event.stopImmediatePropagation();
  }
  node.addEventListener("click", click, { capture: true });
  node.addEventListener("pointerdown", down);
  return {
    update: (changed: typeof options) => ({ can, drop } = changed),
    destroy: () => {
      forget();
      document.body.classList.remove("dragging");
    },
  };
}
