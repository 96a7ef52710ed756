/** Scenes that put several drawings together: story cards and the cover. */
import { boat } from "../../../art/houses";
import { hill, sea } from "../../../art/kit";
import { afloat, standing, type Piece } from "../../../art/scenes";
import { picture } from "./buildings";
import type { Colour, Profession } from "./codes";
import { person } from "./figures";

const ground = (k: string, y = 72): Piece => ({ d: `${k}M-60 ${y}h400v80h-400z|lM-60 ${y}h400` });
const one = (code: string, x: number, scale: number, colour: Colour, foot = 72): Piece => ({
  d: standing(picture(code)),
  at: `translate(${x} ${foot - 72 * scale}) scale(${scale})`,
  colour,
});
const who = (profession: Profession, strength: number, x: number, scale: number, foot = 88): Piece => ({
  d: person(profession, strength),
  at: `translate(${x} ${foot - 96 * scale}) scale(${scale})`,
});

const road = "aM48 90q6-12 14-18h6q0 8 10 18z";
const STORIES: Record<string, () => Piece[]> = {
  "escape-from-the-city": () => [{ d: hill(), at: "translate(0 -2) scale(2 1)" }, ground("Y"), one("Gatehouse", 0, 0.85, "red"), one("Watchtower", 92, 0.7, "red"), { d: road }, who("farmer", 3, 72, 0.42), who("merchant", 4, 96, 0.4)],
  "size-matters": () => [ground("Y"), one("Chapel", 4, 0.42, "red"), one("Tailor", 28, 0.5, "yellow"), one("TownHall", 50, 0.95, "red")],
  "a-colourful-crowd": () => [ground("Y"), who("soldier", 4, -8, 0.62), who("merchant", 5, 24, 0.66), who("craftsman", 2, 58, 0.64), who("farmer", 1, 92, 0.62)],
  "the-town-grows": () => [ground("Y"), one("FarmHouse", -10, 0.6, "green"), one("GuildHall", 28, 0.75, "yellow"), one("HarbourCrane", 72, 0.78, "blue")],
  "1": () => [ground("Y"), one("Barn", -8, 0.7, "green"), one("Shipyard", 66, 0.75, "blue"), who("craftsman", 3, 40, 0.66)],
  "2": () => [ground("Y"), one("GuildHall", -8, 0.7, "yellow"), one("GuildHall", 34, 0.78, "green"), one("GuildHall", 80, 0.7, "red"), one("GuildHall", 116, 0.62, "blue")],
  "3": () => [ground("Y"), one("Mill", -12, 0.8, "green"), one("Market", 46, 0.72, "yellow"), who("farmer", 5, 96, 0.6)],
  "4": () => [ground("Y"), who("craftsman", 4, -6, 0.6), who("soldier", 3, 28, 0.6), who("captain", 2, 62, 0.6), who("craftsman", 5, 96, 0.6)],
  "5": () => [ground("G"), one("Border", -10, 0.8, "red"), one("Watchtower", 46, 0.8, "red"), who("soldier", 2, 96, 0.62)],
  "6": () => [ground("Y"), one("Inn", -10, 0.72, "yellow"), one("FarmHouse", 44, 0.66, "green"), who("merchant", 3, 92, 0.6), who("farmer", 2, 116, 0.5)],
  "7": () => [{ d: sea(62), at: "translate(-8 0) scale(2 1)" }, one("HarbourCrane", -6, 0.85, "blue", 76), one("Lighthouse", 84, 0.8, "blue", 78), { d: afloat(boat()), at: "translate(50 30) scale(.55)", colour: "blue" }],
  "8": () => [ground("Y"), one("Chapel", 36, 0.9, "red"), who("priest", 4, -4, 0.62), who("craftsman", 1, 92, 0.62)],
};

/** The scene of a story card; a card of one's own shows the town. */
export const story = (card: string | number): Piece[] => (STORIES[String(card)] ?? STORIES["the-town-grows"])!();

/** The town of the cover, on 320 × 180. */
export const town = (): Piece[] => [
  { d: "GM-60 120q80-34 170-14t210-8h60v120h-440z|lM-60 120q80-34 170-14t210-8h60" },
  one("Castle", 200, 1.1, "red", 112),
  one("Mill", 8, 0.85, "green", 116),
  { d: "YM-60 140q160-20 440 0v80h-440z|lM-60 140q160-20 440 0" },
  one("HarbourCrane", 250, 1.05, "blue", 142),
  one("FarmHouse", 24, 0.9, "green", 137),
  one("GuildHall", 118, 1.2, "yellow", 138),
  one("TownHall", 190, 1, "red", 137),
  { d: "wM130 139V70h4v69zM197 139V70h4v69zM124 94h83v4h-83zM124 116h83v4h-83z|lM206 116l5-22M212 116l5-22M207 111h6M208 105h6M209 99h6" },
  { d: person("merchant", 3), at: "translate(238 104) scale(.84)" },
  { d: person("craftsman", 4), at: "translate(74 92) scale(.95)" },
  { d: "sM158 158h30v15h-30zM190 158h30v15h-30zM173 143h30v15h-30z|IM188 158v15h-9q4-8 0-15zM220 158v15h-9q4-8 0-15zM203 143v15h-9q4-8 0-15z|nM150 176h80" },
];
