/** Tybor in words: names of buildings, the story, explanations; in the language of the page. */

import type { Schemas } from "../../lib/api";
import { language, list, type Language } from "../../lib/i18n.svelte";
import { t } from "./texts";
import { loadWords as load, wordsOf } from "../../understand/words.svelte";
import { pointsOf, type Box } from "./game";

export const loadWords = (lang: Language): void => void load("tybor", lang).catch(() => {});

const now = () => wordsOf("tybor", language.now) ?? wordsOf("tybor", "en") ?? wordsOf("tybor", "de");

export const nameOf = (building: string): string => now()?.names[building] ?? building;

export function storyOf(kind: "scenario" | "chapter", key: string | number) {
  return now()?.stories.find((one) => one.kind === kind && one.key === String(key));
}

/** Points that come or go: "+3", "−1". */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

export const help = (topic: string) => now()?.help[topic];
export const explain = (topic: string): string => help(topic)?.text ?? "";

/** A player's points, as far as they are known: others' secret objective is not. */
export const sheetText = ({ complete, total }: Pick<Schemas["SheetInfo"], "complete" | "total">): string =>
  t(complete ? "tybor.points" : "tybor.points.incomplete", { n: total });

/** A character for those who cannot see it: "farmer, strength 3, green and blue". */
export function cardText(box: Box, code: string): string {
  const card = box.characters.get(code);
  if (!card) return code;
  const profession = t(`tybor.profession.${card.profession}`);
  const colours = list(card.colours.map((colour) => t(`tybor.colour.${colour}`)));
  const key = colours ? "tybor.card" : "tybor.card.plain";
  return t(key, { profession, strength: card.strength, colours });
}

/** A building for those who cannot see it: "Mill, green, 6 points, pair". */
export function buildingText(box: Box, code: string, side: "little" | "great"): string {
  const building = box.buildings.get(code);
  if (!building) return nameOf(code);
  const [bonus = "", profession] = building.bonus.split(" ");
  const parts = [
    nameOf(code),
    t(`tybor.side.${side}`),
    t(`tybor.colour.${building.colour}`),
    t("tybor.points", { n: pointsOf(building, side) }),
  ];
  if (profession) parts.push(t(`tybor.profession.${profession as "farmer"}`));
  else if (bonus) parts.push(t(`tybor.bonus.${bonus as "pair"}`));
  return parts.join(", ");
}
