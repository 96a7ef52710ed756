/** How long something may move: not at all for whoever asked their system for less motion. */

import { crossfade } from "svelte/transition";

const less = matchMedia("(prefers-reduced-motion: reduce)");

export function duration(milliseconds: number): number {
  return less.matches ? 0 : milliseconds;
}

type Crossing = ReturnType<typeof crossfade>;

const ORIGIN = /transform-origin:\s*([^;]+);/;

/** Svelte's crossfade, moved by the compositor alone: the origin of its transforms stands at the
 *  element, and not in the keyframes, which the page would have to work through for each frame. */
export function crossing(options: Parameters<typeof crossfade>[0]): Crossing {
  const [send, receive] = crossfade(options);
  return [light(send), light(receive)];
}

function light(transition: Crossing[0]): Crossing[0] {
  return (node, parameters) => {
    const begin = transition(node, parameters);
    return () => {
      const moves = begin();
      const { css } = moves;
      const origin = css?.(0, 1).match(ORIGIN)?.[1];
      if (!css || !origin) return moves;
      // Later: others are being measured, and would have to be laid out again.
      queueMicrotask(() => ((node as HTMLElement).style.transformOrigin = origin));
      return { ...moves, css: (t, u) => css(t, u).replace(ORIGIN, "") };
    };
  };
}
