/** What is entered on the score pad, and how it is sent. */

import type { Schemas } from "../../../lib/api";
import { namesOf } from "../../../scorepad/pad";

export interface Player {
  name: string;
  tiles: number[];
  /** In how many months the next worker acts, and at which place of the line. */
  next: { month: number; place: number } | null;
}
export interface SamaraPad {
  players: Player[];
}

export const newPlayer = (): Player => ({ name: "", tiles: [], next: null });

/** What the server is asked to score. */
export function requestOf({ players }: SamaraPad): Schemas["SamaraPad"] {
  const names = namesOf(players);
  return { player: players.map(({ tiles, next }, k) => ({ name: names[k]!, tiles, next })) };
}
