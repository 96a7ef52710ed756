/** All texts. One file for each part of the page; keys begin with the file's name. */

import common from "./common.json";
import learn from "./learn.json";
import lobby from "./lobby.json";
import me from "./me.json";
import replay from "./replay.json";
import review from "./review.json";
import rules from "./rules.json";
import samara from "./samara.json";
import scorepad from "./scorepad.json";
import start from "./start.json";
import table from "./table.json";
import tybor from "./tybor.json";
import understand from "./understand.json";

type Text = { en: string; de: string };

export const TEXTS = {
  ...common,
  ...learn,
  ...lobby,
  ...me,
  ...replay,
  ...review,
  ...rules,
  ...samara,
  ...scorepad,
  ...start,
  ...table,
  ...tybor,
  ...understand,
} satisfies Record<string, Text>;
export type Key = keyof typeof TEXTS;
