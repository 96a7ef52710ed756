/** What the coach explains, and when: each thing once, as soon as it is to be seen. */

import type { GameName } from "../lib/api";

export interface Situation {
  phase: string;
  /** Something is asked of the player. */
  asked: boolean;
  /** What the coach proposes, in notation. */
  move: string | null;
  /** How many decisions the player has made, as far as it is known. */
  made: number;
  view: Record<string, unknown>;
}
interface Lesson {
  id: string;
  when: (now: Situation) => boolean;
}

const number = (view: Record<string, unknown>, key: string): number => Number(view[key] ?? 0);
const tilesLeft = ({ view }: Situation): number =>
  ((view.spaces ?? []) as { tile: string | null }[]).filter(({ tile }) => tile).length;
const proposes = (word: string) => ({ asked, move }: Situation) => asked && move?.split(" ")[0] === word;
const isAsked = (...phases: string[]) => ({ asked, phase }: Situation) => asked && phases.includes(phase);

export const LESSONS: Record<GameName, Lesson[]> = {
  tybor: [
    { id: "welcome", when: () => true },
    { id: "table", when: () => true },
    { id: "choose", when: isAsked("choose") },
    { id: "use", when: isAsked("use") },
    { id: "citizen", when: proposes("citizen") },
    { id: "worker", when: proposes("worker") },
    { id: "build", when: proposes("build") },
    { id: "pay", when: isAsked("pay") },
    { id: "pass", when: (now) => isAsked("choose")(now) && number(now.view, "round") >= 2 && number(now.view, "stage") === 1 },
    { id: "secret", when: (now) => isAsked("choose")(now) && number(now.view, "round") >= 3 },
    { id: "keep", when: isAsked("keep") },
    { id: "drop", when: isAsked("drop") },
    { id: "give_up", when: isAsked("give_up") },
    { id: "stage", when: ({ view }) => number(view, "stage") >= 2 },
    { id: "sheet", when: (now) => isAsked("choose")(now) && number(now.view, "stage") >= 2 && number(now.view, "round") >= 2 },
    { id: "last", when: ({ view }) => number(view, "stage") >= 4 },
  ],
  samara: [
    { id: "welcome", when: () => true },
    { id: "board", when: () => true },
    { id: "now", when: isAsked("act") },
    { id: "newcomer", when: proposes("newcomer") },
    { id: "tool", when: proposes("tool") },
    { id: "build", when: proposes("build") },
    { id: "holiday", when: proposes("holiday") },
    { id: "wait", when: proposes("wait") },
    { id: "help", when: isAsked("help") },
    { id: "other", when: isAsked("train", "lose_tool", "barracks", "take_figure", "bury", "imprison") },
    { id: "months", when: ({ made }) => made >= 1 },
    { id: "sheet", when: ({ made, asked }) => asked && made >= 5 },
    { id: "last", when: (now) => now.asked && tilesLeft(now) <= 8 },
  ],
};

/** Lessons that are due and were not given yet. */
export function due(game: GameName, now: Situation, given: readonly string[]): string[] {
  return LESSONS[game].filter(({ id, when }) => !given.includes(id) && when(now)).map(({ id }) => id);
}
