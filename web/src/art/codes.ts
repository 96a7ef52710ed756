/** The codes that views and components use, as far as they are drawn. */
export const COLOURS = ["green", "yellow", "blue", "red"] as const;
export type Colour = (typeof COLOURS)[number];

export const PROFESSIONS = ["farmer", "merchant", "craftsman", "captain", "priest", "soldier"] as const;
export type Profession = (typeof PROFESSIONS)[number];

export const BONUSES = ["recruit", "majority", "set", "pair"] as const;
/** What stands in `bonus` of a building: "", one of these, or "symbol farmer" and so on. */
export type Bonus = "" | (typeof BONUSES)[number] | `symbol ${Profession}`;

export type Side = "little" | "great";
export type Direction = "clockwise" | "counter_clockwise";

export const TOOLS = ["saw", "trowel_compass", "trowel_square", "glass_a", "glass_b"] as const;
export type Tool = (typeof TOOLS)[number];

export const ABILITIES = [
  "boat", "sculpture", "vase", "ruin", "barracks", "university", "hospital", "weight_room",
  "school", "tombstone", "hermit_house", "prison", "bridge",
] as const;
export type Ability = (typeof ABILITIES)[number];

export type Sex = "man" | "woman";

/** The colour that a special tile has on the table: grey tools, blue time, red workers. */
export const KIND_OF: Record<Ability, "grey" | "blue" | "red"> = {
  boat: "grey", sculpture: "grey", vase: "grey", ruin: "grey", barracks: "grey", university: "grey",
  hospital: "red", weight_room: "red", school: "red", tombstone: "red",
  hermit_house: "blue", prison: "blue", bridge: "blue",
};

export interface Needs {
  saw: number;
  trowel: number;
  glass: number;
}
