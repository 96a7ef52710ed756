/** A game without a module of its own. */

import { house, mill, tower } from "../art/houses";
import { standing } from "../art/scenes";
import type { PageGame } from "./game";

const at = (d: string, x: number, scale: number, foot: number) => ({
  d: standing(d), at: `translate(${x} ${foot - 72 * scale}) scale(${scale})`,
});

export const plain = (name: string): PageGame => ({ name, cover: COVER, hasHands: true });

const COVER = {
  pieces: () => [
    { d: "GM-60 120q80-34 170-14t210-8h60v120h-440z|lM-60 120q80-34 170-14t210-8h60" },
    at(mill(), 196, 0.9, 116),
    { d: "YM-60 140q160-20 440 0v80h-440z|lM-60 140q160-20 440 0" },
    at(house(), 84, 1, 137),
    at(tower(), 140, 1.2, 138),
    at(house(), 190, 1.1, 137),
  ],
  sun: { x: 60, y: 40, r: 18 },
  square: 70,
  sky: "plain",
};
