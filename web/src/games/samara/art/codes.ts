/** The codes that views and components use, as far as they are drawn. */
import type { Schemas } from "../../../lib/api";

export type Tool = Schemas["Foreman"]["tools"][number];
export const TOOLS = [
  "saw", "trowel_compass", "trowel_square", "glass_a", "glass_b",
] as const satisfies readonly Tool[];

export const ABILITIES = [
  "boat", "sculpture", "vase", "ruin", "barracks", "university", "hospital", "weight_room",
  "school", "tombstone", "hermit_house", "prison", "bridge",
] as const;
export type Ability = (typeof ABILITIES)[number];

export type Sex = Schemas["WorkerInLine"]["sex"];

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
