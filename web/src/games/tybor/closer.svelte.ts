/** A closer look at a card: next to it while the pointer or the keyboard focus rests there, in a
 *  dialog after a tap on its picture, a long press, or the key I. */

import { on } from "svelte/events";
import type { Side } from "./art";

export interface Looked {
  /** A character or a building. */
  code: string;
  side: Side;
  /** Where the card lies on the screen. */
  at: DOMRect;
}

const REST = 350; // milliseconds until a glance becomes a look
const LONG = 500; // … and a touch a long one
const FAR = 8; // pixels until it is a movement
const KEY = "i";

export class Closer {
  /** Next to the card. */
  beside = $state.raw<Looked | null>(null);
  /** In the dialog. */
  opened = $state.raw<Omit<Looked, "at"> | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  glance(node: Element, code: string, side: Side, at = REST): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (node.isConnected && !document.body.classList.contains("dragging"))
        this.beside = { code, side, at: node.getBoundingClientRect() };
    }, at);
  }

  away(): void {
    clearTimeout(this.#timer);
    this.beside = null;
  }

  open(code: string, side: Side = "little"): void {
    this.away();
    this.opened = { code, side };
  }
}

export const closer = new Closer();

interface Options {
  code: string;
  side?: Side;
  /** A click opens it, too. */
  click?: boolean;
}

/** A card that can be looked at closely. */
export function close(node: HTMLElement, options: Options) {
  let { code, side = "little", click = false } = options;
  let pressed: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let wasLong = false;
  const open = () => closer.open(code, side);
  const release = () => {
    clearTimeout(pressed?.timer);
    pressed = null;
  };
  const stops = [
    on(node, "pointerenter", (event) => {
      if (event.pointerType === "mouse") closer.glance(node, code, side);
    }),
    on(node, "pointerleave", () => {
      release();
      closer.away();
    }),
    on(node, "pointerdown", (event) => {
      closer.away();
      wasLong = false;
      if (event.pointerType === "mouse") return;
      const timer = setTimeout(() => {
        wasLong = true;
        open();
      }, LONG);
      pressed = { x: event.clientX, y: event.clientY, timer };
    }),
    on(node, "pointermove", ({ clientX: x, clientY: y }) => {
      if (pressed && Math.hypot(x - pressed.x, y - pressed.y) > FAR) release();
    }),
    on(node, "pointerup", release),
    on(node, "pointercancel", release),
    on(node, "contextmenu", (event) => {
      event.preventDefault();
      release();
      if (!wasLong) open();
    }),
    on(node, "click", (event) => {
      if (wasLong) event.stopImmediatePropagation();
      else if (click) open();
      wasLong = false;
    }, { capture: true }),
    on(node, "focus", () => {
      if (node.matches(":focus-visible")) closer.glance(node, code, side);
    }),
    on(node, "blur", () => closer.away()),
    on(node, "keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (key.toLowerCase() === KEY && !ctrlKey && !metaKey && !altKey) open();
    }),
  ];
  return {
    update: (changed: Options) => ({ code, side = "little", click = false } = changed),
    destroy: () => {
      release();
      closer.away();
      for (const stop of stops) stop();
    },
  };
}
