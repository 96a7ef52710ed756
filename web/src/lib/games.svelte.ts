/** What is printed in each game, and what its actions are called, in the language of the page. */

import { get, type GameFull, type Schemas } from "./api";
import { language, sentence } from "./i18n.svelte";

export interface Game extends GameFull {
  /** The words for an action: `names[action]`. */
  names: string[];
}

let games = $state.raw<Record<string, Game>>({});
const asked = new Map<string, Promise<Game>>();

/** Fetch a game once. */
export function loadGame(game: string, lang = language.now): Promise<Game> {
  const key = `${game} ${lang}`;
  let loading = asked.get(key);
  if (!loading) {
    loading = get("/api/games/{game}", { path: { game }, query: { lang } }).then((full) => {
      const found = { ...full, names: full.actions.map(({ text }) => text) };
      games = { ...games, [key]: found };
      return found;
    });
    loading.catch(() => asked.delete(key));
    asked.set(key, loading);
  }
  return loading;
}

/** The game if it is there already; use it with `loadGame` in an effect. */
export function gameNow(game: string): Game | undefined {
  const found = games[`${game} ${language.now}`] ?? games[`${game} ${language.now === "en" ? "de" : "en"}`];
  return found && former?.game === game ? { ...found, components: former.components } : found;
}

let former = $state.raw<{ game: string; components: Game["components"] } | null>(null);

/** While an old record is looked at: what was printed then, in the place of what is printed today.
 *  Returns what ends it. */
export function showFormer(game: string, components: Game["components"]): () => void {
  former = { game, components };
  return () => (former = null);
}

type GameShort = Schemas["GameShort"];
let short = $state.raw<Record<string, GameShort[]>>({});

/** Which games there are, in the language of the page; asked each time. */
export async function loadGames(): Promise<GameShort[]> {
  const lang = language.now;
  const found = await get("/api/games", { query: { lang } });
  short = { ...short, [lang]: found };
  return found;
}

/** The games as far as they are known; use it with `loadGames` in an effect. */
export const gamesNow = (): GameShort[] => short[language.now] ?? [];

const bots = new Map<string, Promise<Schemas["BotShort"][]>>();

/** The bots that can play here, with their titles as names; asked again if the server did not answer. */
export function loadBots(): Promise<Schemas["BotShort"][]> {
  const lang = language.now;
  let loading = bots.get(lang);
  if (!loading) {
    loading = get("/api/bots").then((found) => found.map((one) => ({ ...one, title: sentence(one.title) })));
    loading.catch(() => bots.delete(lang));
    bots.set(lang, loading);
  }
  return loading;
}
