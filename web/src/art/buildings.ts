/** A picture for every building of Tybor and every tile of Samara, on the scene of kit.ts. */
import { arch, box, comb, disc, join, line, poly, type Drawing } from "./ink";
import {
  barrel, columns, cone, crenel, dome, door, fir, flag, gable, hill, land, onion, posts, roof, sea,
  signboard, smoke, timber, tree, wall, win, wins,
} from "./kit";

type Picture = () => Drawing;

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

const skep = (x: number, s = 1): Drawing =>
  join(
    `yM${x - 9 * s} 66c0-${20 * s} ${4 * s}-${24 * s} ${9 * s}-${24 * s}s${9 * s} ${4 * s} ${9 * s} ${24 * s}z`,
    `nM${x - 8.4 * s} ${66 - 7 * s}h${16.8 * s}M${x - 7.6 * s} ${66 - 13 * s}h${15 * s}M${x - 5.6 * s} ${66 - 19 * s}h${11.2 * s}`,
    arch("i", x, 66, 5 * s, 5 * s),
  );

const sheep = (x: number, y: number): Drawing =>
  join(
    `jM${x - 4} ${y}v-5M${x + 4} ${y}v-5`,
    `pM${x - 7} ${y - 5}q-3-4 1-6q1-5 6-4q5-3 7 1q5 1 3 5q1 4-4 4z`,
    `iM${x - 7} ${y - 10}l-5 1l1 4l5 1z`,
  );

const cauldronFire = (x: number, y: number): Drawing => `oM${x - 5} ${y}q-2-6 2-9q0 3 2 4q0-5 3-7q1 5 4 7q1 3-1 5z`;

const sack = (x: number, y = 72): Drawing => join(`qM${x - 5} ${y}q-3-8 3-10l-2-3h8l-2 3q6 2 3 10z`, line("n", x - 2, y - 10, x + 2, y - 10));

const stepped = (x: number, w: number, h: number): Drawing => {
  const m = w / 8;
  const y = 72 - h;
  return join(
    `pM${x} 72v-${h}h${m}v-6h${m}v-6h${m}v-6h${2 * m}v6h${m}v6h${m}v6h${m}v${h}z`,
    comb(x + w, y, h, 8),
    `cM${x} ${y}h${m}v-6h${m}v-6h${m}v-6h${2 * m}v6h${m}v6h${m}v6h${m}z`,
    `jM${x} ${y}h${m}v-6h${m}v-6h${m}v-6h${2 * m}v6h${m}v6h${m}v6h${m}`,
  );
};

const castleTower = (x: number, w: number, h: number): Drawing => join(wall(x, w, h, "s"), crenel(x - 2, w + 4, 72 - h + 1, "s"), win(x + w / 2, 72 - h + 15, 3.6, 8));

const hull = (x: number, y: number, w: number, h: number, k = "w"): Drawing =>
  join(`${k}M${x} ${y}h${w}q-3 ${h}-${w * 0.26} ${h}h-${w * 0.46}q-${w * 0.22} 0-${w * 0.28}-${h}z`, `nM${x + 4} ${y + h * 0.38}h${w - 8}M${x + 8} ${y + h * 0.7}h${w - 16}`);

const mill: Picture = () =>
  join(hill(), land("G"), poly("p", 26, 72, 31, 34, 49, 34, 54, 72), comb(51, 40, 32, 8), cone(30, 20, 35, 15), door(40, 8, 12), win(40, 52), sails(40, 31, 30));

const house = (w = 44, h = 24, r = 18): Drawing => {
  const x = 40 - w / 2;
  return join(wall(x, w, h), roof(x, w, 72 - h, r));
};

const inn: Picture = () =>
  join(land("Y"), wall(14, 48, 17, "s"), wall(11, 54, 17, "p", 55), timber(11, 54, 38, 17), roof(11, 54, 38, 19), box("s", 52, 12, 6, 12), smoke(55, 10), wins(22, 51, 18, 3, 5, 7, "o"), door(30, 9, 13), win(48, 68, 6, 7), signboard(62, 52, `pM67 57h5v6h-5zM72 58.5h2v3h-2`));

const stable: Picture = () =>
  join(land("Y"), wall(9, 62, 24, "w"), roof(9, 62, 48, 16), ...[19, 40, 61].map((x) => join(box("v", x - 6, 54, 12, 18), `xM${x - 5} 62l10 9M${x + 5} 62l-10 9M${x - 5} 62h10`)), `wM15 62q-1-7 4-8l4-3l1 4l1 6l-3 3z`, `IM19 57h1.6v1.6h-1.6z`, line("n", 14, 62, 24, 62));

const ringing: Picture = () => join(land("Y"), wall(22, 36, 24), roof(22, 36, 48, 18), wall(34, 12, 44), win(40, 40, 5, 8, "o"), cone(34, 12, 28, 17), `jM40 12v-8M37 7h6`, door(40, 8, 14), wins(28, 62, 24, 2, 4.6, 9));

/** Tybor, by code. */
export const TYBOR: Record<string, Picture> = {
  FarmHouse: () => join(hill(), land("G"), tree(68, 9), wall(12, 44, 17), timber(12, 44, 55, 17), roof(12, 44, 56, 27, "c", 9, 6), box("s", 42, 20, 6, 12), smoke(45, 18), door(34, 8, 12), win(20, 67, 6, 7, "o"), win(48, 67, 6, 7, "o")),
  Granary: () => join(land("G"), gable(22, 36, 32, 20, "w"), `nM24 50h32M24 60h32M32 42v30M48 42v30`, arch("v", 40, 46, 10, 13), `lM40 24v-4h9v8`, sack(49, 39), box("v", 35, 56, 10, 16), "xM40 57v14", sack(16), sack(66), sack(25)),
  Vineyard: () => join(`GM-20 66q30-22 62-16t58 4v60h-120z`, wall(40, 26, 14, "p", 48), roof(40, 26, 34, 12), win(47, 45), win(58, 45), ...[0, 1, 2].flatMap((r) => [8, 24, 40, 56, 72].map((x, i) => { const y = 60 + r * 9 - (r === 0 ? 3 - Math.abs(i - 2) : 0); return join(line("l", x, y + 4, x, y - 4), disc("g", x, y - 4, 3.6), disc("M", x + 1.4, y - 1.4, 1.9)); })), "lM-20 66q30-22 62-16t58 4"),
  Mill: mill,
  Orchard: () => join(hill(), land("G"), tree(20, 12), tree(60, 12), tree(40, 15), ...[[15, 49], [24, 54], [35, 42], [45, 40], [42, 52], [34, 52], [57, 49], [64, 54]].map(([x, y]) => disc("r", x!, y!, 2.3)), posts(2, 76, 9, 9)),
  Dairy: () => join(land("G"), wall(8, 42, 22), roof(8, 42, 50, 18), door(20, 8, 13), wins(34, 64, 10, 2), `sM54 72v-16l4-7v-5h10v5l4 7v16z`, comb(72, 58, 14, 8), "jM56 44h14M58 49h10", "lM54 60h18"),
  Stable: stable,
  Barn: () => join(hill(), land("G"), `wM14 72v-26l6-14l20-10l20 10l6 14v26z`, comb(66, 46, 26, 8), `cM10 48l8-19l22-11l22 11l8 19l-4 2l-8-17l-18-9l-18 9l-8 17z`, "nM22 46h36M22 54h4M54 54h4", box("v", 29, 50, 22, 22), "xM30 51l20 20M50 51l-20 20M40 51v20", box("i", 36, 34, 8, 8)),
  Apiary: () => join(hill(), land("G"), "jM8 72v-42M72 72v-42", roof(6, 68, 32, 13, "c", 8, 4), box("w", 4, 66, 72, 3), skep(20), skep(40, 1.1), skep(60), disc("O", 52, 40, 1.6), disc("O", 30, 43, 1.6), disc("O", 66, 46, 1.6)),
  Sheepfold: () => join(hill(), land("G"), wall(44, 26, 16, "w"), poly("c", 39, 58, 46, 40, 72, 40, 76, 58), "nM46 46h24M44 52h28", box("i", 50, 60, 12, 12), sheep(38, 71), sheep(18, 66), posts(2, 76, 8, 13, "w", 76)),

  Market: () => join(land("Y"), "jM14 72v-36M66 72v-36", box("w", 12, 54, 56, 10), "nM14 59h52", box("v", 16, 64, 48, 8), `cM10 38l6-16h48l6 16z`, `PM24 22h8l-3 16h-8zM40 22h8l3 16h-9z`, `pM10 38h60q0 6-5 6t-5-6q0 6-5 6t-5-6q0 6-5 6t-5-6q0 6-5 6t-5-6q0 6-5 6t-5-6q0 6-5 6t-5-6z`, ...[[20, 52, "r"], [26, 51, "r"], [23, 48, "r"]].map(([x, y, k]) => disc(k as string, x as number, y as number, 3)), "yM34 54q0-8 5-8t5 8z", "gM48 54l2-8l3 3l3-4l2 9z", flag(40, 22, 13)),
  Marketsquare: () => join(land("Y"), gable(2, 20, 30, 12, "p"), gable(58, 20, 30, 12, "p"), gable(22, 18, 38, 12, "q"), gable(40, 18, 34, 12, "q"), wins(12, 52, 56, 2, 5, 8), wins(31, 46, 18, 2, 5, 8), poly("s", 22, 72, 25, 63, 55, 63, 58, 72), comb(56, 63, 9, 10), box("s", 37, 42, 6, 21), "bM24 63q16-5 32 0z", "lM37 48q-7 0-7 10M43 48q7 0 7 10", disc("c", 40, 39, 4.6)),
  Mint: () => join(land("Y"), box("s", 8, 66, 64, 6), wall(12, 56, 30, "p", 66), roof(12, 56, 36, 14), "lM12 42h56", door(40, 10, 16), wins(20, 58, 40, 2, 6, 10), disc("o", 40, 33, 12), disc("l", 40, 33, 8.6), `IM36 38v-9l4 4l4-4v9z`, "lM18 52h4M58 52h4"),
  Brewery: () => join(land("Y"), box("r", 52, 12, 11, 60), comb(63, 14, 40, 6), box("s", 50, 9, 15, 4), smoke(57, 7), wall(8, 40, 28, "p"), roof(8, 40, 44, 18), box("v", 20, 55, 14, 17), "xM27 56v15", wins(16, 52, 24, 2), barrel(50), barrel(65), barrel(57.5, 60)),
  Bakery: () => join(land("Y"), gable(10, 38, 28, 18), win(29, 40, 6, 8), door(20, 8, 14), box("i", 30, 56, 13, 10), "yM31 66q0-5 5.5-5t5.5 5z", `pM48 72v-12q0-13 13-13t13 13v12z`, comb(74, 58, 14, 8), arch("i", 61, 72, 14, 13), cauldronFire(60, 71), box("s", 60, 33, 7, 14), smoke(63, 31), "lM52 58h4M66 56h4M60 52h3"),
  Inn: inn,
  Pottery: () => join(land("Y"), `rM40 72v-16q2-14 8-22l2-12h8l2 12q6 8 8 22v16z`, comb(67, 44, 26, 9), "nM44 48h20M42 58h24M48 36h12", arch("i", 54, 72, 10, 11), smoke(54, 20), "jM2 56h34M5 72v-16M33 72v-16", "yM8 72q-5-8 1-12h6q6 4 1 12zM22 72q-4-6 0-10h7q4 4 0 10z", "rM8 55q-4-7 1-11h5q5 4 1 11z", "cM22 55q-5-10 2-14h5q7 4 2 14z"),
  GuildHall: () => join(land("Y"), stepped(16, 48, 34), win(40, 40, 8, 12, "o"), "lM16 44h48M16 58h48", wins(25, 55, 15, 3, 6, 9), door(40, 11, 13), wins(25, 70, 30, 2, 6, 8), flag(40, 20, 14)),
  CountingHouse: () => join(land("Y"), gable(18, 34, 44, 16), "lM18 42h34M18 56h34", wins(27, 52, 16, 2, 6, 8), win(35, 36, 7, 10, "o"), door(28, 9, 13), win(43, 68, 7, 8), "jM62 72v-30M54 42h16M57 72h10", "oM49 54h10q0 5-5 5t-5-5zM65 54h10q0 5-5 5t-5-5z", "nM54 42l-5 12M54 42l5 12M70 42l-5 12M70 42l5 12"),
  Tailor: () => join(land("Y"), gable(16, 32, 36, 18), timber(16, 32, 36, 16), "lM16 52h32", win(32, 49, 7, 9, "o"), door(24, 8, 14), box("p", 32, 57, 13, 10), "cM34 67q-1-8 4-8t5 8z", signboard(50, 42, "lM55 46.5l6.5 7M61.5 46.5l-6.5 7"), "cM56 72v-10q0-4 5-4h4q5 0 5 4v10z", "lM63 58v-3M60 55h6M60 62h6"),

  Boardwalk: () => join(sea(62), box("w", -6, 54, 92, 6), "nM4 54v6M16 54v6M28 54v6M40 54v6M52 54v6M64 54v6M76 54v6", ...[8, 30, 52, 72].map((x) => box("v", x - 2.5, 60, 5, 16)), "jM20 54v-34M60 54v-34", "lM20 22q20 18 40 0", ...[27, 40, 53].map((x, i) => join(line("n", x, i === 1 ? 31 : 28, x, i === 1 ? 34 : 31), disc(i === 1 ? "c" : "o", x, i === 1 ? 38 : 35, 4))), "cM15 20h10l-5-9zM55 20h10l-5-9z", "lM2 54v-9h14v9M64 54v-9h14v9"),
  PortTavern: () => join(sea(64), box("v", 14, 58, 5, 16), box("v", 60, 58, 5, 16), box("w", 6, 56, 68, 4), wall(14, 46, 20, "p", 56), timber(14, 46, 36, 20), roof(14, 46, 36, 17), box("s", 48, 12, 6, 12), smoke(51, 10), arch("v", 30, 56, 9, 13), wins(44, 50, 10, 2, 6, 7, "o"), signboard(62, 36, "lM70 40v8M67 42h6M66 45q1 4 4 4t4-4")),
  Lighthouse: () => join("QM40 20L-14 4v26zM40 20L94 4v26z", sea(60), "tM16 74q4-14 12-14l6-6h14l8 7q8 0 10 13z", comb(60, 60, 12, 14), poly("p", 31, 58, 34, 26, 46, 26, 49, 58), "CM33 34h14l.8 8h-15.6zM31.6 50h16.8l.8 8h-18.4z", poly("l", 31, 58, 34, 26, 46, 26, 49, 58), comb(47.6, 26, 32, 5), box("o", 35, 15, 10, 11), "lM40 15v11", box("i", 32, 25, 16, 3), cone(34, 12, 15, 9), arch("i", 40, 58, 5, 8)),
  Shipyard: () => join(sea(68), "jM14 74v-56h30M14 30l12-12M40 18v12", "nM40 30l-4 4h8z", box("w", 30, 34, 20, 5), hull(12, 48, 58, 18), "cM12 48h58l-1 6H14.5z", "lM24 48v-8M34 48v-8M46 48v-8M58 48v-8", "jM22 74l6-10M60 74l-6-10M40 74v-8", "cM70 48l6-8l-10 2z"),
  Fishery: () => join(sea(68), box("v", 8, 62, 4, 12), box("v", 40, 62, 4, 12), box("w", 2, 60, 50, 4), wall(6, 36, 18, "w", 60), roof(6, 36, 42, 16), arch("i", 16, 60, 9, 13), win(32, 54, 7, 7, "o"), "jM50 62v-34M76 70v-42M48 30h30", ...[56, 63, 70].map((x) => `cM${x} 31l3 4q2 5-3 10q-5-5-3-10zM${x} 45l3 4h-6z`), ...[56, 63, 70].map((x) => disc("I", x - 0.8, 36, 0.9))),
  Ferry: () => join(sea(58), "lM-10 36h100", "jM6 60v-30M74 60v-30", "nM22 36v14M58 36v14", box("w", 12, 50, 56, 4), poly("w", 14, 54, 66, 54, 60, 64, 20, 64), "nM18 59h44", wall(26, 18, 12, "p", 50), roof(26, 18, 38, 8, "c", 3), box("v", 50, 43, 8, 7), barrel(62, 50, 0.6), disc("f", 20, 37.4, 2.6), "cM17 50v-7q3-4 6 0v7z"),
  HarbourCrane: () => join(sea(66), "sM-20 64h62v26h-62z", "nM-14 70h10M2 76h12M20 70h12", poly("w", 8, 64, 14, 34, 34, 34, 40, 64), comb(38, 40, 24, 8), poly("c", 6, 36, 24, 16, 42, 36), "jM26 30L70 14M44 24v8", "lM70 14v28", disc("v", 24, 50, 10), disc("p", 24, 50, 7), "lM24 40v20M14 50h20M17 43l14 14M31 43l-14 14", sack(70, 55), hull(52, 64, 36, 9)),
  CustomsHouse: () => join(sea(70), box("s", -20, 66, 120, 6), wall(10, 60, 34, "p", 66), "lM10 48h60", roof(10, 60, 32, 14), ...[19, 33, 47, 61].map((x) => arch("i", x, 66, 9, 14)), wins(19, 44, 14, 4, 5, 8, "o"), flag(40, 18, 14)),
  Warehouse: () => join(land("Y"), gable(4, 24, 36, 14, "q"), gable(52, 24, 36, 14, "q"), gable(28, 24, 42, 16, "p"), ...[16, 40, 64].map((x, i) => join(arch("v", x, i === 1 ? 44 : 48, 7, 9), arch("v", x, 59, 7, 8), box("v", x - 5, 62, 10, 10))), "lM40 15v-4h7v7", barrel(74, 72, 0.8), box("w", 45, 20, 5, 5)),
  Ropewalk: () => join(land("Y"), wall(2, 76, 18, "w"), roof(2, 76, 54, 16, "c", 7), ...[14, 30].map((x) => arch("i", x, 72, 10, 13)), "nM10 64h68", disc("y", 58, 60, 13), disc("n", 58, 60, 9.4), disc("n", 58, 60, 6), disc("i", 58, 60, 2.6), "lM58 73h20"),

  Border: () => join(hill(), land("G"), gable(8, 20, 32, 12, "p"), arch("i", 18, 72, 10, 22), "nM8 50h4M24 50h4", box("s", 34, 44, 8, 28), comb(42, 44, 28, 4), poly("p", 36, 50, 80, 34, 81.5, 38.5, 37.5, 54.5), "CM44 47l7-2.5l1.6 4.4l-7 2.5zM57 42.3l7-2.5l1.6 4.4l-7 2.5zM70 37.6l7-2.5l1.6 4.4l-7 2.5z", "lM36 50L80 34l1.5 4.5L37.5 54.5z", disc("i", 38, 50, 2.4), box("s", 66, 60, 8, 12), flag(18, 31, 12)),
  Fence: () => join(hill(), land("G"), ...[4, 14, 24, 34, 46, 56, 66, 76].map((x, i) => join(poly("w", x - 5, 74, x - 5, 40 + (i % 2) * 3, x, 30 + (i % 2) * 3, x + 5, 40 + (i % 2) * 3, x + 5, 74), comb(x + 5, 42, 32, 4, 4.4))), box("v", -6, 48, 92, 5), box("v", -6, 62, 92, 5), "cM31 40h18v12q-2 9-9 12q-7-3-9-12z", "xM40 43v17M34 49h12"),
  Castle: () => join("tM-20 76q20-10 34-10h52q14 0 34 10v10h-120z", castleTower(8, 14, 34), castleTower(58, 14, 34), wall(20, 40, 26, "s"), crenel(22, 36, 47, "s", 5), wall(30, 20, 46, "s"), crenel(28, 24, 27, "s", 4), cone(31, 18, 21, 14), flag(40, 8, 10), arch("i", 40, 72, 14, 18), "lM36 58v14M44 58v14M34 64h12", wins(36, 42, 8, 2, 4, 8), cone(9, 12, 33, 12), cone(59, 12, 33, 12)),
  TownHall: () => join(land("Y"), wall(8, 64, 28, "p"), roof(8, 64, 44, 14), wall(31, 18, 50), "lM8 58h64", cone(31, 18, 22, 19), disc("o", 40, 32, 6), "lM40 32v-4M40 32l3 1.5", ...[16, 25, 55, 64].map((x) => join(win(x, 56, 5, 8, "o"), arch("i", x, 72, 6, 10))), door(40, 10, 16), win(40, 50, 5, 8)),
  Chapel: ringing,
  Garrison: () => join(land("Y"), wall(6, 68, 28, "s"), crenel(4, 72, 45, "s", 8), "lM6 50h68", wins(16, 63, 12, 2, 3, 9), wins(52, 63, 12, 2, 3, 9), arch("v", 40, 72, 14, 19), "xM40 56v15M34 62h12", castleTower(34, 12, 46), arch("v", 40, 72, 11, 17), flag(40, 20, 12), "cM12 39h9v-14h-9zM59 39h9v-14h-9z", "lM12 25h9M59 25h9"),
  Smithy: () => join(land("Y"), box("s", 52, 14, 14, 58), comb(66, 16, 56, 8), "nM54 26h6M58 36h5M54 46h6", smoke(59, 12), poly("c", 2, 40, 10, 24, 54, 24, 58, 40), "nM12 30h38M8 35h44", "jM8 72v-32M50 72v-32", arch("i", 59, 72, 12, 20), cauldronFire(58, 71), "iM14 53h30q-2 6-9 7v4h5v4h-20v-4h5v-4q-9 0-11-7z", "wM17 68h24v4h-24z", "lM30 47l10-9M36 36l7 6"),
  Gatehouse: () => join(land("Y"), castleTower(8, 20, 42), castleTower(52, 20, 42), wall(28, 24, 38, "s"), crenel(27, 26, 35, "s", 4), arch("i", 40, 72, 18, 25), "xM34 50v22M40 47v25M46 50v22M31 57h18M31 64h18", cone(9, 18, 25, 17), cone(53, 18, 25, 17), "cM36 36h8v6l-4 3l-4-3z"),
  Armoury: () => join(land("Y"), wall(10, 60, 30, "s"), roof(10, 60, 42, 18), "nM14 48h6M60 62h6M14 66h6M58 48h7", "jM24 68L56 40M56 68L24 40", "lM24 62l6 6M50 68l6-6", "cM29 42h22v14q-2 10-11 14q-9-4-11-14z", "xM40 46v20M33 53h14"),
  Watchtower: () => join(hill(), land("G"), "jM26 74L32 36M54 74L48 36M29 60L50 46M51 60L30 46M28 62h24", box("w", 24, 32, 32, 6), "jM27 32v-16M53 32v-16", "lM27 25h26", cone(24, 32, 17, 13), disc("f", 40, 24, 3), "cM36 32v-2q4-5 8 0v2z", "lM24 32l-2 0M46 72L48 38", flag(40, 5, 8)),
};

/** Samara, by the code's first part. */
export const SAMARA: Record<string, Picture> = {
  Boat: () => join(sea(58), "jM40 54v-44", "pM43 12q20 14 22 34h-22z", comb(62, 30, 16, 9), "cM37 16q-14 12-18 30h18z", hull(10, 52, 60, 16), flag(40, 12, 8)),
  Sculpture: () => join(land("E"), box("s", 24, 62, 32, 10), comb(56, 62, 10, 8), "pM46 32l9-13l4 3l-9 15z", cauldronFire(57, 18), "pM29 62q0-14 4-20l-6 3l-2-4l9-10q6-3 12 0q4 3 3 9q4 8 4 22z", comb(53, 40, 22, 10), "nM36 40q-2 10-2 20M42 42q1 10 0 18", disc("p", 40, 23, 6.5), "IM46.5 23a6.5 6.5 0 0 1-8 6.3q6-1 5-10.5q3 1 3 4.2z", "nM36 24h1.5M40 24h1.5", "gM33 20q3-6 8-5q-4 4-8 5z"),
  Vase: () => join(land("E"), "cM33 24h14v4q-2 6 4 10q9 8 6 20q-2 9-7 14h-20q-5-5-7-14q-3-12 6-20q6-4 4-10z", "PM24 46h32l.6 6h-33.2z", "lM24 46h32M23.4 52h33.2M31 24h18M26 62h28", "nM27 52l4-6l4 6l5-6l5 6l4-6l4 6", "lM30 38q-8-8-2-12l5 1M50 38q8-8 2-12l-5 1", comb(54, 54, 16, 9)),
  Ruin: () => join(land("E"), box("s", 8, 68, 64, 4), "sM12 68v-40h9v40zM30 68v-28l3 2l3-4l3 3v27zM50 68v-44h9v44z", comb(21, 30, 38, 4), comb(59, 26, 42, 4), comb(39, 44, 24, 4), "sM9 28h15v-5h-15zM47 24h24l-2-4l2-3h-24z", "sM62 68l4-8l8 4l-2 4zM24 68l2-4h5l-1 4z", "gM12 46q6 2 4 8q-6-2-4-8zM53 40q6 2 4 8q-6-2-4-8z"),
  Barracks: () => join(land("E"), wall(6, 68, 22, "a"), roof(6, 68, 50, 12, "c", 4), wins(14, 64, 13, 2, 5, 7), wins(53, 64, 13, 2, 5, 7), door(40, 11, 15), castleTower(30, 20, 40), arch("v", 40, 72, 11, 15), flag(40, 26, 14)),
  University: () => join(land("E"), box("s", 8, 67, 64, 5), wall(14, 52, 22, "a", 67), columns(12, 56, 22, 6, 67), poly("p", 9, 45, 40, 30, 71, 45), comb(62, 38, 6, 8), dome(28, 24, 34, "c"), arch("i", 40, 67, 8, 14), disc("o", 40, 40, 3)),
  Hospital: () => join(land("E"), wall(10, 60, 24, "p"), roof(10, 60, 48, 12, "c", 4), gable(27, 26, 34, 12, "p"), "CM37 34h6v6h6v6h-6v6h-6v-6h-6v-6h6z", wins(18, 64, 44, 2, 6, 8), door(40, 9, 13)),
  WeightRoom: () => join(land("E"), wall(10, 60, 34, "a"), box("p", 7, 34, 66, 6), roof(12, 56, 34, 12, "c", 8), arch("v", 40, 72, 9, 11), "sM13 49.5h54v4.5h-54z", box("u", 23, 42, 6, 19), box("u", 17, 45, 6, 13), box("u", 51, 42, 6, 19), box("u", 57, 45, 6, 13)),
  School: () => join(land("E"), wall(12, 56, 24, "a"), roof(12, 56, 48, 15), wall(33, 14, 36, "a"), gable(33, 14, 38, 8, "p"), disc("o", 40, 38, 3.6), wins(19, 64, 9, 2, 5, 8), wins(52, 64, 9, 2, 5, 8), door(40, 8, 14), "lM40 24v-6h7"),
  Tombstone: () => join(hill(), land("E"), "sM24 70v-34q0-16 16-16t16 16v34z", comb(56, 36, 34, 10), "jM40 30v16M34 36h12", "nM32 54h16M34 60h12", box("t", 18, 68, 44, 5), "gM14 72q-2-8 2-10q2 4 0 10zM66 72q-2-10 3-12q2 6-3 12z"),
  HermitHouse: () => join("tM-20 76l18-30l14 12l24-44l22 32l10-8l32 38v20h-120z", "PM36 14l-8 15l6-2l4 5l5-4z", "lM-20 76l18-30l14 12l24-44l22 32l10-8l32 38", comb(56, 44, 20, 10), wall(30, 24, 16, "w"), roof(30, 24, 56, 12), door(38, 7, 11), win(48, 67, 5, 6, "o"), fir(16, 24), fir(66, 20)),
  Prison: () => join(land("E"), wall(12, 56, 46, "s"), crenel(10, 60, 27, "s", 6), "nM16 34h6M58 40h7M16 62h6M58 64h6", box("i", 24, 36, 32, 22), "xM29 36v22M34.5 36v22M40 36v22M45.5 36v22M51 36v22", arch("v", 40, 72, 10, 11), "cM18 40h0", box("c", 22, 33, 36, 3), box("c", 22, 58, 36, 3)),
  Bridge: () => join(sea(60), "sM-20 74v-24q60-32 120 0v24h-18q0-22-18-22q-16 0-16 22h-16q0-22-16-22q-18 0-18 22z", comb(44, 56, 16, 8), "jM-20 50q60-32 120 0", "lM-20 56q60-32 120 0", flag(40, 31, 12)),
  Sandcastle: () => join(land("E"), "aM8 72q4-10 12-10h40q8 0 12 10z", wall(16, 13, 24, "a", 64), wall(51, 13, 24, "a", 64), wall(28, 24, 20, "a", 62), crenel(15, 15, 41, "a"), crenel(50, 15, 41, "a"), crenel(29, 22, 43, "a", 4), arch("v", 40, 64, 8, 11), flag(40, 40, 16)),
  Cave: () => join("tM-20 80q8-40 34-50l14-10l16 4l14 16q20 10 42 40z", "lM-20 80q8-40 34-50l14-10l16 4l14 16q20 10 42 40", "iM22 74q0-30 18-32q18 2 20 32z", comb(66, 46, 22, 9), "nM14 46l8-6M30 28l6 4M10 60l6-4M50 34l6 2", "EM26 74q3-6 14-6t16 6z", "lM30 44l2 6l3-7M46 44l2 5l2-4", fir(8, 20), "rM38 70l4-8l3 8z", "wM33 72l14-2M34 69l14 3"),
  Hut: () => join(land("E"), wall(24, 32, 18, "a"), poly("y", 12, 56, 34, 28, 46, 28, 68, 56), "nM26 50l8-16M36 50l2-16M46 50l-2-16M56 50l-8-16M20 54l4-4", comb(60, 42, 12, 8), "lM30 28l20-4M50 28l-20-4", door(40, 9, 13)),
  Shed: () => join(land("E"), wall(16, 48, 26, "w"), "nM26 46v26M36 46v26M46 46v26M56 46v26", poly("c", 10, 48, 14, 34, 70, 42, 70, 50), "nM20 40l44 6", box("v", 24, 54, 12, 18), "xM25 55l10 16", win(52, 62, 8, 8, "o")),
  Stable: stable,
  LogHouse: () => join(land("E"), wall(14, 52, 24, "w"), "nM14 54h52M14 60h52M14 66h52", ...[12, 68].flatMap((x) => [51, 57, 63, 69].map((y) => disc("y", x, y, 2.8))), roof(14, 52, 48, 20, "c", 8, 6), box("s", 50, 18, 7, 14), smoke(53, 16), door(32, 9, 14), win(52, 64, 9, 8, "o"), fir(-2, 30), fir(80, 26)),
  Windmill: () => mill().replaceAll("|G", "|E"),
  Well: () => join(land("E"), "sM22 72v-16h36v16z", comb(58, 56, 16, 9), "nM24 62h8M36 66h8M46 61h8M28 68h5", "bM22 56q18-7 36 0q-18 6-36 0z", "jM26 56v-28M54 56v-28", "lM26 36h28", "nM40 36v8", "wM36 44h8l-1 7h-6z", roof(22, 36, 30, 14, "c", 10, 5)),
  Cottage: () => join(hill(), land("E"), house(46, 22, 20), box("s", 52, 22, 6, 12), smoke(55, 20), door(40, 8, 13), win(26, 66, 8, 8, "o"), win(54, 66, 8, 8, "o"), tree(10, 8), tree(74, 6)),
  TownWall: () => join(land("E"), wall(-20, 120, 26, "s"), crenel(-20, 120, 47, "s", 11), "nM2 56h7M22 62h8M60 56h7M70 64h6M10 66h6", castleTower(28, 24, 42), cone(29, 22, 25, 16), arch("i", 40, 72, 13, 18), "xM37 58v14M43 58v14M34 64h12"),
  Inn: inn,
  Manor: () => join(land("E"), wall(20, 40, 26, "a"), roof(20, 40, 46, 14, "c", 4), gable(6, 20, 34, 14, "p"), gable(54, 20, 34, 14, "p"), win(16, 54, 6, 9, "o"), win(64, 54, 6, 9, "o"), win(16, 68, 6, 8), win(64, 68, 6, 8), wins(33, 58, 14, 2, 5, 7), door(40, 9, 12)),
  Greenhouse: () => join(land("E"), "kM10 72v-18q0-24 30-24t30 24v18z", "gM16 72q0-12 6-16q6 4 6 16zM52 72q0-16 6-18q6 4 6 18z", "gM32 72q0-20 8-22q8 4 8 22z", disc("r", 40, 60, 2.4), disc("r", 22, 64, 2.2), disc("r", 58, 63, 2.2), "lM10 54h60M25 33v39M55 33v39M40 30v42", "jM10 72v-18q0-24 30-24t30 24v18", comb(70, 54, 18, 6)),
  Chapel: () => join(land("E"), wall(24, 32, 26, "p"), roof(24, 32, 46, 10, "r", 3), box("p", 35, 28, 10, 9), onion(31, 18, 29), door(40, 9, 15), wins(30, 62, 20, 2, 4, 9)),
  Monastery: () => join(land("E"), wall(4, 72, 16, "p"), "lM4 60h72", wall(24, 32, 34, "a"), roof(24, 32, 38, 8, "r", 3), ...[12, 68].map((x) => join(box("p", x - 5, 44, 10, 28), onion(x - 6, 12, 45))), box("p", 36, 22, 8, 9), onion(32, 16, 23), wins(32, 54, 8, 3, 4, 9), door(40, 10, 13), wins(22, 70, 36, 2, 5, 7)),
  Library: () => join(land("E"), wall(10, 60, 34, "a"), box("p", 7, 33, 66, 6), dome(24, 32, 33), "wM18 66h18v-18h-18zM44 66h18v-18h-18z", "rM20 56h2v-6h-2zM30 65h2v-6h-2zM48 56h2v-6h-2zM56 65h2v-7h-2z", "uM24 56h2v-7h-2zM24 65h2v-5h-2zM52 56h2v-7h-2zM48 65h2v-5h-2z", "oM28 56h2v-5h-2zM20 65h2v-6h-2zM57 56h2v-5h-2zM52 65h2v-6h-2z", "lM18 57h18M44 57h18", door(40, 7, 13)),
  Observatory: () => join(land("E"), wall(18, 44, 26, "p"), "lM18 52h44", "cM16 46a24 24 0 0 1 48 0z", "IM64 46a24 24 0 0 0-18-23q10 8 10 23z", "iM36 23l8-1v24h-8z", poly("o", 37, 40, 55, 10, 63, 14, 44, 44), "lM52 15l8 4", door(40, 9, 14), wins(26, 66, 28, 2, 5, 8), "OM14 12l1.4 3.6l3.6 1.4l-3.6 1.4l-1.4 3.6l-1.4-3.6l-3.6-1.4l3.6-1.4zM26 5l1 2l2 1l-2 1l-1 2l-1-2l-2-1l2-1z"),
  Church: () => join(land("E"), wall(28, 42, 26, "p"), roof(28, 42, 46, 16, "r", 3), wins(42, 64, 10, 3, 4.6, 10), wall(10, 20, 44, "p"), onion(9, 22, 29), win(20, 42, 6, 9), door(20, 9, 16), "lM10 48h20"),
  WinterGarden: () => join(land("E"), "kM8 72v-26h18v-8q0-16 14-16t14 16v8h18v26z", "gM14 72q-2-12 4-16q6 6 4 16zM58 72q-2-14 4-18q6 6 4 18z", "jM40 72v-20", "gM40 54q-12-2-12 8q8 0 12-8zM40 54q12-2 12 8q-8 0-12-8zM40 54q-8-10-14-4q6 8 14 4zM40 54q8-10 14-4q-6 8-14 4z", "lM8 46h64M26 46v26M54 46v26M26 38h28M40 22v16M17 46v26M63 46v26M33 24v14M47 24v14", "jM8 72v-26h18v-8q0-16 14-16t14 16v8h18v26", disc("o", 40, 17, 3), comb(72, 46, 26, 6)),
  Palace: () => join(land("E"), wall(6, 68, 26, "a"), box("p", 4, 43, 72, 5), wall(24, 32, 36, "p"), dome(26, 28, 37, "c", 7), dome(7, 12, 44, "u", 4), dome(61, 12, 44, "u", 4), ...[12, 20, 60, 68].map((x) => arch("i", x, 66, 5, 12)), arch("i", 40, 72, 13, 22), "oM34 72v-8h12v8z", wins(30, 56, 20, 2, 4, 9), "lM24 44h32"),
  Cathedral: () => join(land("E"), wall(12, 56, 30, "p"), "lM12 50h56", box("p", 33, 26, 14, 18), ...[18, 62].map((x) => join(box("p", x - 4, 34, 8, 10), onion(x - 7, 14, 35, "u"))), ...[28, 52].map((x) => join(box("p", x - 3, 32, 6, 12), onion(x - 5.5, 11, 33, "o"))), onion(29, 22, 27), arch("v", 40, 72, 12, 18), ...[20, 29, 51, 60].map((x) => arch("i", x, 68, 5, 13)), disc("o", 40, 47, 3.4)),
};

const GENERIC: Picture = () => join(land("Y"), house(), door(34), win(52, 66, 7, 8, "o"), box("s", 50, 22, 6, 12));

const drawn = new Map<string, Drawing>();

/** The picture of a building; a card of one's own that nobody has drawn yet shows a house. */
export function picture(game: "tybor" | "samara", code: string): Drawing {
  const name = code.split("/")[0] ?? code;
  const key = `${game} ${name}`;
  let found = drawn.get(key);
  if (found === undefined) {
    found = ((game === "tybor" ? TYBOR : SAMARA)[name] ?? GENERIC)();
    drawn.set(key, found);
  }
  return found;
}
