/** The texts of this game, in addition to those of the page. */

import { translator } from "../../lib/i18n.svelte";
import { TEXTS as COMMON } from "../../texts";
import own from "./texts.json";

export const TEXTS = { ...COMMON, ...own };
export type Key = keyof typeof TEXTS;
export const t = translator(TEXTS);
