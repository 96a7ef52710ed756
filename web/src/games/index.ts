/** The games that have a module of their own. A new one is a folder here and a word in this list. */

import { gamesNow } from "../lib/games.svelte";
import type { PageGame } from "./game";
import { plain } from "./plain";
import { samara } from "./samara";
import { tybor } from "./tybor";

export const PAGE_GAMES: readonly PageGame[] = [tybor, samara];
const BY_NAME = new Map(PAGE_GAMES.map((game) => [game.name, game]));

export const pageGame = (name: string): PageGame => BY_NAME.get(name) ?? plain(name);

/** The name of a game in headings; load the games in an effect. */
export const titleOf = (name: string): string =>
  pageGame(name).title ?? gamesNow().find(({ game }) => game === name)?.title ?? name;
