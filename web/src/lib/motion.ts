/** Durations of motion: 0 for users who asked their system for less of it. */

import { crossfade } from "svelte/transition";

const less = matchMedia("(prefers-reduced-motion: reduce)");

export function duration(milliseconds: number): number {
  return less.matches ? 0 : milliseconds;
}

type Crossing = ReturnType<typeof crossfade>;

const ORIGIN = /transform-origin:\s*([^;]+);/;

/** Svelte's crossfade, run entirely by the compositor: the transform origin is set on the element.
 *  In the keyframes it would make the main thread work for each frame. */
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
