/** A picture for every tile, by the code's first part, on the scene of kit.ts. */
import {
  boat, castleTower, cauldronFire, gallery, cottage, inn, mill, stable, type Picture,
} from "../../../art/houses";
import { arch, box, comb, disc, join, poly } from "../../../art/ink";
import {
  columns, cone, crenel, dome, door, fir, flag, gable, hill, land, onion, roof, sea, smoke, tree,
  wall, win, wins,
} from "../../../art/kit";

const BUILDINGS: Record<string, Picture> = {
  Boat: boat,
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
  Cottage: () => join(hill(), land("E"), cottage(46, 22, 20), box("s", 52, 22, 6, 12), smoke(55, 20), door(40, 8, 13), win(26, 66, 8, 8, "o"), win(54, 66, 8, 8, "o"), tree(10, 8), tree(74, 6)),
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

/** The picture of a building. */
export const picture = gallery(BUILDINGS);
