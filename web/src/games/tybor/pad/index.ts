/** The score pad for Tybor with real cards. */

import { post } from "../../../lib/api";
import type { PagePad } from "../../game";
import { t } from "../texts";
import After from "./After.svelte";
import Before from "./Before.svelte";
import { fresh, newPlayer, requestOf, type TyborPad } from "./pad";
import Player from "./Player.svelte";

const pad: PagePad<TyborPad> = {
  most: 8,
  lead: () => t("tybor.pad.lead"),
  fresh,
  newPlayer,
  score: (entered, signal) => post("/api/score/tybor", { body: requestOf(entered), signal }),
  tiebreak: () => t("tybor.pad.tiebreak"),
  Player,
  Before,
  After,
};
export default pad;
