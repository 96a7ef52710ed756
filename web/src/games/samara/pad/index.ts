/** The score pad for Samara on a real board. */

import { post } from "../../../lib/api";
import type { PagePad } from "../../game";
import { t } from "../texts";
import { newPlayer, requestOf, type SamaraPad } from "./pad";
import Player from "./Player.svelte";

const pad: PagePad<SamaraPad> = {
  most: 5,
  lead: () => t("samara.pad.lead"),
  fresh: () => ({ players: [newPlayer(), newPlayer()] }),
  newPlayer,
  score: (entered, signal) => post("/api/score/samara", { body: requestOf(entered), signal }),
  Player,
};
export default pad;
