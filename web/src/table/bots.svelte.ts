/** What bots are called, in the language of the page. */

import type { Schemas } from "../lib/api";
import { loadBots } from "../lib/games.svelte";
import { language, sentence } from "../lib/i18n.svelte";

let bots = $state.raw<Schemas["BotShort"][]>([]);

/** All bots, and those that people play against; call `load` in an effect. */
export const known = {
  load(): void {
    void language.now;
    loadBots().then((found) => (bots = found), () => undefined);
  },
  get levels(): Schemas["BotShort"][] {
    return bots.some(({ level }) => level) ? bots.filter(({ level }) => level) : bots;
  },
  title(bot: string | null): string {
    return bots.find((one) => one.bot === bot)?.title ?? sentence(bot ?? "");
  },
};
