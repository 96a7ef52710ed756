/** The course of a guided game: the deal, and for every question on the way what to do and why. */

import type { PageCourse, Situation } from "../games/game";
import type { View } from "../lib/api";

/** A short name for what is on the table; web/courses.py has the same. */
export function fingerprint({ parts }: Pick<PageCourse, "parts">, view: View): string {
  let sign = 0x811c9dc5;
  for (const byte of new TextEncoder().encode([view.phase, ...view.legal, ...parts(view)].join(",")))
    sign = Math.imul(sign ^ byte, 0x01000193) >>> 0;
  return sign.toString(16).padStart(8, "0");
}

/** Lessons that are due and were not given yet. */
export function due({ lessons }: Pick<PageCourse, "lessons">, now: Situation, given: readonly string[]): string[] {
  return lessons.filter(({ id, when }) => !given.includes(id) && when(now)).map(({ id }) => id);
}

/** The move that a hint of the server means: its first sentence ends with the notation. */
export function moveOf(advice: string, moves: readonly string[]): string | null {
  const fitting = moves.filter((move) => advice.endsWith(` ${move}`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** A reason without the dash that marks it as part of a plan. */
export const reason = (text: string): string => text.replace(/^– /, "");
