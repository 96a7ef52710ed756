/** The course of a guided game: the deal, and for every question on the way what to do and why.
 *  Made by web/courses.py. */

import type { GameName, Picture } from "../lib/api";
import type { Language } from "../lib/i18n.svelte";

export interface Step {
  move: string;
  why: Record<Language, string[]>;
}
export interface Course {
  record: string;
  opponent: string;
  steps: Record<string, Step>;
}

const COURSES: Record<GameName, () => Promise<{ default: Course }>> = {
  tybor: () => import("./courses/tybor.json"),
  samara: () => import("./courses/samara.json"),
};

export const loadCourse = async (game: GameName): Promise<Course> => (await COURSES[game]()).default;

/** A short name for what is on the table; web/courses.py has the same. */
export function fingerprint(view: NonNullable<Picture["view"]>): string {
  const parts: (string | number)[] = [];
  if (view.game === "tybor") {
    parts.push(view.phase, ...view.legal, view.stage, view.round, view.due);
    parts.push(view.revealed ?? "");
    parts.push(...view.display.map(({ card }) => card));
    for (const { citizens, workers, buildings } of view.seats) {
      parts.push("|", ...citizens, "|", ...workers, "|");
      parts.push(...buildings.map(({ card, side }) => `${card} ${side}`));
    }
  } else {
    parts.push(view.phase, ...view.legal, view.now, view.foreman, view.worker);
    for (const { tile, tools } of view.spaces) parts.push("|", tile ?? "", ...tools);
    for (const { month, line } of view.calendar) {
      parts.push("|", month);
      parts.push(...line.map(({ seat, worker, strength }) => `${seat}${worker}${strength}`));
    }
  }
  let sign = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(parts.join(",")))
    sign = Math.imul(sign ^ byte, 0x01000193) >>> 0;
  return sign.toString(16).padStart(8, "0");
}

/** The move that a hint of the server means: its first sentence ends with the notation. */
export function moveOf(advice: string, moves: readonly string[]): string | null {
  const fitting = moves.filter((move) => advice.endsWith(` ${move}`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** A reason without the dash that marks it as part of a plan. */
export const reason = (text: string): string => text.replace(/^– /, "");
