/** Texts in English and German. They live in ../texts, by key, both languages side by side:
 *  `t("table.waiting", { names })`. `{n|card|cards}` is the first if n is 1, else the second. */

import { keep, kept } from "./keep";
import { TEXTS, type Key, type Text } from "../texts";

export type Language = "en" | "de";
export const LANGUAGES: readonly Language[] = ["en", "de"];
export type { Key };
export type Values = Record<string, string | number>;

let current = $state<Language>(first());

function first(): Language {
  const preferred = [kept<string>("language", ""), ...navigator.languages];
  return LANGUAGES.find((one) => one === preferred.find((w) => /^(en|de)/.test(w))?.slice(0, 2)) ?? "en";
}

export const language = {
  /** The language that is shown; reading it in a component or effect follows it. */
  get now(): Language {
    return current;
  },
  set(wanted: Language): void {
    current = wanted;
    keep("language", wanted);
    document.documentElement.lang = wanted;
  },
};

/** Returns texts in the language of the page, with their values. */
export function translator<K extends string>(texts: Record<K, Text>): (key: K, values?: Values) => string {
  return (key, values = {}) => fill(texts[key][current], values);
}

export const t = translator<Key>(TEXTS);

/** A text that stands for itself begins with a capital letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Puts values into a text. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one, many) => {
    const value = values[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

const LISTS: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat("en", { type: "conjunction" }),
  de: new Intl.ListFormat("de", { type: "conjunction" }),
};

/** "Anna, Bert and Cleo". */
export function list(words: string[]): string {
  return LISTS[current].format(words);
}
