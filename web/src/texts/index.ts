/** All texts. One file for each part of the page; keys begin with the file's name. */

import common from "./common.json";
import lobby from "./lobby.json";
import rules from "./rules.json";
import start from "./start.json";
import table from "./table.json";

type Text = { en: string; de: string };

export const TEXTS = { ...common, ...lobby, ...rules, ...start, ...table } satisfies Record<
  string,
  Text
>;
export type Key = keyof typeof TEXTS;
