/** Dragging with mouse, pen or finger. A press that stays where it is remains a click. */

const FAR = 8; // pixels, until a press becomes a drag

interface Options {
  can: boolean;
  /** It was let go over something with this `data-drop`. */
  drop: (where: string) => void;
  /** It is over something with this `data-drop` now, or over nothing. */
  over?: (where: string | null) => void;
}

/** Things that can be dragged to a place with `data-drop`. */
export function draggable(node: HTMLElement, options: Options) {
  let { can, drop, over } = options;
  let from: { x: number; y: number; id: number } | null = null;
  let dragging = false;
  let wasDragged = false;
  let place: Element | null = null;

  const nameOf = (found: Element | null) => found?.getAttribute("data-drop") ?? null;

  function target(event: PointerEvent): Element | null {
    node.style.pointerEvents = "none";
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    node.style.pointerEvents = "";
    return found ?? null;
  }
  function mark(next: Element | null): void {
    if (place === next) return;
    place?.classList.remove("over");
    next?.classList.add("over");
    place = next;
    over?.(nameOf(next));
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
      const where = event.type === "pointerup" ? nameOf(target(event)) : null;
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
    update: (changed: Options) => ({ can, drop, over } = changed),
    destroy: () => {
      forget();
      document.body.classList.remove("dragging");
    },
  };
}
