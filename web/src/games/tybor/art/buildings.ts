/** A picture for every building, by code, on the scene of kit.ts. */
import {
  castleTower, cauldronFire, gallery, hull, inn, mill, stable, type Picture,
} from "../../../art/houses";
import { arch, box, comb, disc, join, line, poly, type Drawing } from "../../../art/ink";
import {
  barrel, cone, crenel, door, flag, gable, hill, land, posts, roof, sea, signboard, smoke, timber,
  tree, wall, win, wins,
} from "../../../art/kit";

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

const ringing: Picture = () => join(land("Y"), wall(22, 36, 24), roof(22, 36, 48, 18), wall(34, 12, 44), win(40, 40, 5, 8, "o"), cone(34, 12, 28, 17), `jM40 12v-8M37 7h6`, door(40, 8, 14), wins(28, 62, 24, 2, 4.6, 9));

const BUILDINGS: Record<string, Picture> = {
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

/** The picture of a building. */
export const picture = gallery(BUILDINGS);
