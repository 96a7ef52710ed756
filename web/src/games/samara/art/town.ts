/** The scene of the cover. */
import { boat } from "../../../art/houses";
import { join } from "../../../art/ink";
import { afloat, standing, type Piece } from "../../../art/scenes";
import { picture } from "./buildings";

/** The town on its river, on 320 × 180. */
export const town = (): Piece[] => {
  const at = (code: string, x: number, scale: number, foot: number): Piece => ({ d: standing(picture(code)), at: `translate(${x} ${foot - 72 * scale}) scale(${scale})` });
  return [
    { d: "EM-60 112q90-20 190-8t230-10h20v120h-440z|lM-60 112q90-20 190-8t230-10h20" },
    at("Observatory", 232, 0.9, 108),
    at("Windmill", -2, 0.8, 112),
    at("Palace", 40, 1.05, 116),
    at("Cathedral", 116, 1.5, 118),
    at("Monastery", 226, 1.02, 120),
    { d: "aM-60 116h440v20h-440z|lM-60 116h440M-60 136h440|nM-40 126h14M0 122h12M40 128h16M90 123h10M140 128h14M190 122h12M236 128h16M284 123h12" },
    { d: join("BM-60 136h440v80h-440z", "lM6 150q6-4 12 0t12 0M70 164q6-4 12 0t12 0M130 148q6-4 12 0t12 0M210 168q6-4 12 0t12 0M280 150q6-4 12 0t12 0M20 176q6-4 12 0M170 176q6-4 12 0t12 0") },
    { d: afloat(boat()), at: "translate(58 92) scale(.95)" },
    { d: afloat(boat()), at: "translate(226 118) scale(.5)", colour: "blue" },
  ];
};
