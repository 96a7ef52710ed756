/** The codes that views and components use, as far as they are drawn. */
import type { Schemas } from "../../../lib/api";

export type Colour = Schemas["Offer"]["colour"];
export const COLOURS = ["green", "yellow", "blue", "red"] as const satisfies readonly Colour[];

export type Profession = keyof Schemas["ByProfession"];
export const PROFESSIONS = [
  "farmer", "merchant", "craftsman", "captain", "priest", "soldier",
] as const satisfies readonly Profession[];

export const BONUSES = ["recruit", "majority", "set", "pair"] as const;
/** What stands in `bonus` of a building: "", one of these, or "symbol farmer" and so on. */
export type Bonus = "" | (typeof BONUSES)[number] | `symbol ${Profession}`;

export type Side = Schemas["Built"]["side"];
export type Direction = "clockwise" | "counter_clockwise";
