/** When something is explained in a guided game. */

import type { Situation } from "./game";

/** The coach proposes a move of this kind. */
export const proposes = (word: string) => ({ asked, move }: Situation): boolean => asked && move?.split(" ")[0] === word;

/** One of these questions is asked. */
export const asks = (...phases: string[]) => ({ asked, phase }: Situation): boolean => asked && phases.includes(phase);
