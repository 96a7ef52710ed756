/** The words and the rules of a game, loaded once for each language. */

import { get, type Schemas } from "../lib/api";
import { language, type Language } from "../lib/i18n.svelte";

type Words = Schemas["GameWords"];
export type Clause = Schemas["ClauseText"];
let words = $state.raw<Record<string, Words>>({});
let rules = $state.raw<Record<string, Clause[]>>({});
const asked = new Map<string, Promise<void>>();

function once(key: string, ask: () => Promise<void>): Promise<void> {
  let asking = asked.get(key);
  if (!asking) {
    asking = ask();
    asking.catch(() => asked.delete(key));
    asked.set(key, asking);
  }
  return asking;
}

export function loadWords(game: string, lang: Language): Promise<void> {
  return once(`words ${game} ${lang}`, async () => {
    const found = await get("/api/games/{game}/words", { path: { game }, query: { lang } });
    words = { ...words, [`${game} ${lang}`]: found };
  });
}

export function loadRules(game: string, lang: Language): Promise<void> {
  return once(`rules ${game} ${lang}`, async () => {
    const found = await get("/api/games/{game}/rules", { path: { game }, query: { lang } });
    rules = { ...rules, [`${game} ${lang}`]: found };
  });
}

/** The words of a game, if they are there; load them in an effect. */
export const wordsOf = (game: string, lang: Language = language.now): Words | undefined =>
  words[`${game} ${lang}`];

/** The lines of a score sheet as views have them, named in the language of the page if it is there. */
export const linesInWords = (game: string, lines: Schemas["ScoreLine"][]): Schemas["ScoreLine"][] =>
  lines.map((line) => ({ ...line, what: wordsOf(game)?.score[line.clause] ?? line.what }));

export const rulesOf = (game: string, lang: Language = language.now): Clause[] | undefined =>
  rules[`${game} ${lang}`];
