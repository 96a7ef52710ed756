/** Opening tables: what is asked of the server, and going there. */

import { post, type Schemas } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { keep, secret } from "../lib/keep";
import { remember } from "../lib/person.svelte";
import { go } from "../lib/router.svelte";
import { change, noteChances, noteOpened, placeAt } from "../lib/tokens.svelte";

export type OpenTableCommand = Schemas["OpenTableCommand"];
export type NewSeat = Schemas["NewSeat"];
export type Bot = Schemas["BotShort"];
export type GameShort = Schemas["GameShort"];

const LEVELS = ["apprentice", "journeyman", "master", "baumeister"] as const;
export const USUAL_LEVEL = "journeyman";
export type Level = (typeof LEVELS)[number];

export function isLevel(bot: string): bot is Level {
  return (LEVELS as readonly string[]).includes(bot);
}

/** The bots that people play against. */
export function levelsOf(bots: Bot[]): Bot[] {
  return bots.some(({ level }) => level) ? bots.filter(({ level }) => level) : bots;
}

/** Open a table, contribute to its seed, and go there. */
export async function openTable(command: OpenTableCommand, token: string | null = null): Promise<void> {
  const chances: string[] = [];
  const seats = command.seats?.map((seat): NewSeat => {
    if (seat.kind !== "me") return seat;
    chances.push(secret(12));
    return { ...seat, chance: chances.at(-1)! };
  });
  const opened = await post("/api/tables", { body: { ...command, ...(seats ? { seats } : {}) }, token });
  noteOpened(opened);
  noteChances(opened.table, chances);
  change(opened.table, { game: command.game ?? "" });
  void remember(opened.table, placeAt(opened.table));
  go(`/t/${opened.table}`);
}

/** The own seat; the name is kept for the next time. */
export function me(name: string): NewSeat {
  keep("name", name.trim());
  return { kind: "me", name: name.trim() || t("start.guest") };
}

/** A game against bots. */
export function against(game: string, name: string, bot: string, many: number): OpenTableCommand {
  const bots = Array.from({ length: many }, (): NewSeat => ({ kind: "bot", bot }));
  return { game: game as OpenTableCommand["game"], start: true, seats: [me(name), ...bots] };
}
