/** All symbols of Samara. */

import { gameNow } from "../../../lib/games.svelte";
import { wordsOf } from "../../../understand/words.svelte";
import type { PageLegend } from "../../game";
import { ABILITIES } from "../art/codes";
import type { Tile } from "../model";
import { t, type Key } from "../texts";
import Sign from "./Sign.svelte";

const group = (name: string, topics: readonly string[]) => ({
  name, topics, title: () => t(`samara.group.${name}` as Key),
});

/** A special is called as the first tile that has it. */
function nameOf(topic: string): string {
  if (!(ABILITIES as readonly string[]).includes(topic)) return t(`samara.topic.${topic}` as Key);
  const tiles = (gameNow("samara")?.components.tiles ?? {}) as Record<string, Tile>;
  const code = Object.keys(tiles).find((one) => tiles[one]?.ability === topic);
  return (code && wordsOf("samara")?.names[code]) || "";
}

const legend: PageLegend = {
  groups: [
    group("deeds", ["tool", "build", "newcomer", "holiday", "wait"]),
    group("tools", ["saw", "trowel", "glass"]),
    group("board", [
      "row", "column", "calendar", "now", "last_month", "line", "group", "reserve", "woman", "prestige",
    ]),
    group("specials", ABILITIES),
  ],
  nameOf,
  Sign,
};
export default legend;
