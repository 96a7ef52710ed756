/** All symbols of Tybor. */

import type { PageLegend } from "../../game";
import { BONUSES, PROFESSIONS } from "../art/codes";
import { t, type Key } from "../texts";
import Sign from "./Sign.svelte";
import Story from "./Story.svelte";

const group = (name: string, topics: readonly string[]) => ({
  name, topics, title: () => t(`tybor.group.${name}` as Key),
});

const legend: PageLegend = {
  groups: [
    group("ways", ["citizen", "worker", "builder"]),
    group("professions", PROFESSIONS),
    group("bonuses", [...BONUSES, "symbol"]),
    group("table", ["strength", "colour_symbol", "display", "stage", "first_player", "secret_objective"]),
  ],
  nameOf: (topic) => t(`tybor.topic.${topic}` as Key),
  Sign,
  stories: () => t("tybor.group.stories"),
  Story,
};
export default legend;
