/** Buildings that more than one game shows, and parts of buildings, on the scene of kit.ts. */
import { box, comb, disc, join, line, poly, type Drawing } from "./ink";
import {
  cone, crenel, door, flag, hill, land, roof, sea, signboard, smoke, timber, wall, win, wins,
} from "./kit";

export type Picture = () => Drawing;

const sails = (x: number, y: number, r: number): Drawing => {
  const arm = (dx: number, dy: number) => {
    const s = 0.3;
    return join(
      poly("p", x + dx * 0.24, y + dy * 0.24, x + dx, y + dy, x + dx - dy * s, y + dy + dx * s, x + dx * 0.24 - dy * s, y + dy * 0.24 + dx * s),
      line("l", x, y, x + dx, y + dy),
      line("n", x + dx * 0.62, y + dy * 0.62, x + dx * 0.62 - dy * s, y + dy * 0.62 + dx * s),
    );
  };
  const a = r * 0.82;
  const b = r * 0.57;
  return join(arm(a, -b), arm(b, a), arm(-a, b), arm(-b, -a), disc("i", x, y, 2));
};

export const cauldronFire = (x: number, y: number): Drawing => `oM${x - 5} ${y}q-2-6 2-9q0 3 2 4q0-5 3-7q1 5 4 7q1 3-1 5z`;

export const castleTower = (x: number, w: number, h: number): Drawing => join(wall(x, w, h, "s"), crenel(x - 2, w + 4, 72 - h + 1, "s"), win(x + w / 2, 72 - h + 15, 3.6, 8));

export const hull = (x: number, y: number, w: number, h: number, k = "w"): Drawing =>
  join(`${k}M${x} ${y}h${w}q-3 ${h}-${w * 0.26} ${h}h-${w * 0.46}q-${w * 0.22} 0-${w * 0.28}-${h}z`, `nM${x + 4} ${y + h * 0.38}h${w - 8}M${x + 8} ${y + h * 0.7}h${w - 16}`);

export const mill: Picture = () =>
  join(hill(), land("G"), poly("p", 26, 72, 31, 34, 49, 34, 54, 72), comb(51, 40, 32, 8), cone(30, 20, 35, 15), door(40, 8, 12), win(40, 52), sails(40, 31, 30));

export const cottage = (w = 44, h = 24, r = 18): Drawing => {
  const x = 40 - w / 2;
  return join(wall(x, w, h), roof(x, w, 72 - h, r));
};

export const inn: Picture = () =>
  join(land("Y"), wall(14, 48, 17, "s"), wall(11, 54, 17, "p", 55), timber(11, 54, 38, 17), roof(11, 54, 38, 19), box("s", 52, 12, 6, 12), smoke(55, 10), wins(22, 51, 18, 3, 5, 7, "o"), door(30, 9, 13), win(48, 68, 6, 7), signboard(62, 52, `pM67 57h5v6h-5zM72 58.5h2v3h-2`));

export const stable: Picture = () =>
  join(land("Y"), wall(9, 62, 24, "w"), roof(9, 62, 48, 16), ...[19, 40, 61].map((x) => join(box("v", x - 6, 54, 12, 18), `xM${x - 5} 62l10 9M${x + 5} 62l-10 9M${x - 5} 62h10`)), `wM15 62q-1-7 4-8l4-3l1 4l1 6l-3 3z`, `IM19 57h1.6v1.6h-1.6z`, line("n", 14, 62, 24, 62));

export const tower: Picture = () => join(land("Y"), castleTower(28, 24, 46));

export const boat: Picture = () => join(sea(58), "jM40 54v-44", "pM43 12q20 14 22 34h-22z", comb(62, 30, 16, 9), "cM37 16q-14 12-18 30h18z", hull(10, 52, 60, 16), flag(40, 12, 8));

/** A plain house: what nobody has drawn. */
export const house: Picture = () => join(land("Y"), cottage(), door(34), win(52, 66, 7, 8, "o"), box("s", 50, 22, 6, 12));

/** Pictures by code, each drawn when it is first wanted. A code that nobody has drawn yet shows a
 *  house; of `Hut/2` the part before the stroke counts. */
export function gallery(pictures: Record<string, Picture>): (code: string) => Drawing {
  const drawn = new Map<string, Drawing>();
  return (code) => {
    const name = code.split("/")[0] ?? code;
    let found = drawn.get(name);
    if (found === undefined) {
      found = (pictures[name] ?? house)();
      drawn.set(name, found);
    }
    return found;
  };
}
