/** Searching the rules: words anywhere, in either language, and where they stand. */

import type { Clause } from "./words.svelte";

/** Text with or without a hit; `em`: the book's emphasis. */
export interface Piece {
  text: string;
  hit: boolean;
  em: boolean;
}

export const isSection = (clause: string): boolean => /^[A-Z]\d+$/.test(clause);
export const sectionOf = (clause: string): string => clause.split(".", 1)[0] ?? clause;

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
export const wordsIn = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean);

/** Words that people look for, and what the rules say instead. */
const ALSO: Record<string, string> = {
  discount: "colour symbol",
  cheaper: "colour symbol",
  rabatt: "colour symbol",
  nachlass: "colour symbol",
  price: "cost",
  preis: "kosten",
  money: "strength",
  geld: "starke",
};

/** The clauses that have all the words, in this language or in the other one. */
export function found(clauses: readonly Clause[], others: readonly Clause[], words: string[]): Clause[] {
  if (!words.length) return [...clauses];
  const fits = (text: string) => words.every((word) => [word, ALSO[word] ?? word].some((one) => plain(text).includes(one)));
  const elsewhere = new Map(others.map(({ clause, text }) => [clause, text]));
  return clauses.filter(
    ({ clause, text }) =>
      !isSection(clause) && (fits(`${clause} ${text}`) || fits(`${clause} ${elsewhere.get(clause) ?? ""}`)),
  );
}

/** A clause's text in pieces: *emphasis*, and the words that were searched. */
export function pieces(text: string, words: string[]): Piece[] {
  return text.split("*").flatMap((part, k) => marked(part, words).map((piece) => ({ ...piece, em: k % 2 === 1 })));
}

function marked(text: string, words: string[]): { text: string; hit: boolean }[] {
  const letters = [...text];
  const bare = letters.map((letter) => plain(letter)); // one for one, so that places fit
  const isHit = letters.map(() => false);
  const joined = bare.join("");
  const starts: number[] = [];
  let at = 0;
  for (const letter of bare) {
    starts.push(at);
    at += letter.length;
  }
  for (const word of words)
    for (let from = joined.indexOf(word); from >= 0; from = joined.indexOf(word, from + 1))
      for (const [k, start] of starts.entries())
        if (start >= from && start < from + word.length) isHit[k] = true;
  const found: { text: string; hit: boolean }[] = [];
  letters.forEach((letter, k) => {
    const last = found.at(-1);
    const hit = isHit[k] ?? false;
    if (last && last.hit === hit) last.text += letter;
    else found.push({ text: letter, hit });
  });
  return found;
}

/** A text with the clauses it names as links: "see T4.7". */
export function withClauses(text: string): { text: string; clause: string | null }[] {
  return text
    .split(/\b([A-Z]\d{1,2}\.\d{1,2})\b/)
    .map((part, k) => ({ text: part, clause: k % 2 ? part : null }))
    .filter((part) => part.text);
}
