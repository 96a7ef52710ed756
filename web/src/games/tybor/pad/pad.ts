/** What is entered on the score pad, and how it is sent. */

import type { Schemas } from "../../../lib/api";
import { namesOf } from "../../../scorepad/pad";
import { COLOURS, PROFESSIONS, type Bonus, type Colour, type Profession, type Side } from "../art/codes";

export interface Building {
  points: number;
  colour: Colour;
  bonus: Bonus;
  side: Side;
}
export interface Player {
  name: string;
  strength: number;
  citizens: Record<Profession, number>;
  colours: Record<Colour, number>;
  /** Three letters of GYBR, or empty. */
  objective: string;
  buildings: Building[];
}
export interface TyborPad {
  scenario: string;
  chapter: number;
  /** Printed values other than ours; null: as in this program. */
  greatBonus: number | null;
  captains: number[] | null;
  captainBeyond: number | null;
  shown: Profession[] | null;
  players: Player[];
}

export const USUAL = { greatBonus: 3, captains: [0, 1, 3, 6, 10, 15], captainBeyond: 3 };
const LETTERS: Record<Colour, string> = { green: "G", yellow: "Y", blue: "B", red: "R" };
export const OBJECTIVES = ["GYB", "GYR", "GBR", "YBR"];
export const coloursOf = (objective: string): Colour[] =>
  COLOURS.filter((colour) => objective.includes(LETTERS[colour]));

const none = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

export const newPlayer = (): Player => ({
  name: "", strength: 0, citizens: none(PROFESSIONS), colours: none(COLOURS), objective: "", buildings: [],
});

export const fresh = (): TyborPad => ({
  scenario: "", chapter: 0, greatBonus: null, captains: null, captainBeyond: null, shown: null,
  players: [newPlayer(), newPlayer()],
});

/** What the server is asked to score. */
export function requestOf(pad: TyborPad): Schemas["TyborPad"] {
  const names = namesOf(pad.players);
  return {
    scenario: (pad.scenario || null) as Schemas["TyborPad"]["scenario"],
    chapter: pad.chapter || null,
    great_bonus: pad.greatBonus,
    captains: pad.captains,
    captain_beyond: pad.captainBeyond,
    shown: pad.shown,
    player: pad.players.map(({ strength, citizens, colours, objective, buildings }, k) => ({
      name: names[k]!,
      strength,
      citizens,
      colours,
      objective: objective || null,
      building: buildings,
    })),
  };
}
