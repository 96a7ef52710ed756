/** All texts of the page. One file for each part; keys begin with the file's name. A game's own are in
 *  its folder. */

import common from "./common.json";
import learn from "./learn.json";
import lobby from "./lobby.json";
import me from "./me.json";
import replay from "./replay.json";
import review from "./review.json";
import rules from "./rules.json";
import scorepad from "./scorepad.json";
import start from "./start.json";
import table from "./table.json";
import understand from "./understand.json";

export type Text = { en: string; de: string };

export const TEXTS = {
  ...common,
  ...learn,
  ...lobby,
  ...me,
  ...replay,
  ...review,
  ...rules,
  ...scorepad,
  ...start,
  ...table,
  ...understand,
} satisfies Record<string, Text>;
export type Key = keyof typeof TEXTS;
