/** What is entered on the score pad, and how it is sent and told. */

import type { Bonus, Colour, Profession, Side } from "../art";
import { COLOURS } from "../art";
import type { Schemas } from "../lib/api";
import { t } from "../lib/i18n.svelte";

export interface Building {
  points: number;
  colour: Colour;
  bonus: Bonus;
  side: Side;
}
export interface TyborPlayer {
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
  players: TyborPlayer[];
}
export interface SamaraPlayer {
  name: string;
  tiles: number[];
  /** In how many months the next worker acts, and at which place of the line. */
  next: { month: number; place: number } | null;
}
export interface SamaraPad {
  players: SamaraPlayer[];
}

export const LETTERS: Record<Colour, string> = { green: "G", yellow: "Y", blue: "B", red: "R" };
export const OBJECTIVES = ["GYB", "GYR", "GBR", "YBR"];
export const coloursOf = (objective: string): Colour[] =>
  COLOURS.filter((colour) => objective.includes(LETTERS[colour]));

const none = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

export function newTyborPlayer(professions: readonly Profession[]): TyborPlayer {
  const [citizens, colours] = [none(professions), none(COLOURS)];
  return { name: "", strength: 0, citizens, colours, objective: "", buildings: [] };
}

export const newSamaraPlayer = (): SamaraPlayer => ({ name: "", tiles: [], next: null });

/** The names of the players; who has none has a number. */
export function namesOf(players: readonly { name: string }[]): string[] {
  const seen = new Set<string>();
  return players.map(({ name }, k) => {
    let told = name.trim() || t("scorepad.player", { n: k + 1 });
    while (seen.has(told.toLowerCase())) told += "′";
    seen.add(told.toLowerCase());
    return told;
  });
}

export function tyborWish(pad: TyborPad): Schemas["TyborPad"] {
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

export function samaraWish(pad: SamaraPad): Schemas["SamaraPad"] {
  const names = namesOf(pad.players);
  return { player: pad.players.map(({ tiles, next }, k) => ({ name: names[k]!, tiles, next })) };
}

/** The result as a text to send to somebody. */
export function told(title: string, result: Schemas["PadResult"]): string {
  const lines = [title];
  const order = result.sheets
    .map((sheet, seat) => ({ sheet, seat, won: result.winners.includes(seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.sheet.total - a.sheet.total);
  for (const { sheet, seat, won } of order) {
    lines.push("", `${won && !result.undecided ? "★ " : ""}${result.names[seat]}: ${sheet.total}`);
    for (const { clause, what, points } of sheet.lines)
      if (points) lines.push(`  ${what} [${clause}]: ${points}`);
  }
  return lines.join("\n");
}
