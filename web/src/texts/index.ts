/** All texts. One file for each part of the page; keys begin with the file's name. */

import common from "./common.json";
import lobby from "./lobby.json";
import rules from "./rules.json";
import samara from "./samara.json";
import start from "./start.json";
import table from "./table.json";
import tybor from "./tybor.json";

type Text = { en: string; de: string };

export const TEXTS = { ...common, ...lobby, ...rules, ...samara, ...start, ...table, ...tybor } satisfies Record<
  string,
  Text
>;
export type Key = keyof typeof TEXTS;
