/** Signs on 24 × 24: one colour, that of the text around them (see `.sign` in art.css). */
import type { Ability } from "./codes";
import { disc, join, type Drawing } from "../../../art/ink";

const figure = (x: number, y: number, s = 1): Drawing => join(disc("I", x, y - 7.6 * s, 2.3 * s), `IM${x - 3.4 * s} ${y}c0-3.5 ${0.8 * s}-${5 * s} ${3.4 * s}-${5 * s}s${3.4 * s} ${1.5 * s} ${3.4 * s} ${5 * s}z`);
const minus = "lM15.5 19h7";
const saw = "IM2 7.5l13-5l2 3.5L4.5 13z|IM15 1.5l5-1l2.5 4l-4 3z";
const trowel = "IM2 13.5L9 2l6.5 7z|lM12.5 6l3.5-3|IM15 4l4-3.5l2.5 2.5l-4 3.5z";

export const ABILITY_SIGNS: Record<Ability, Drawing> = {
  boat: join(saw, minus, "lM2 19h9"),
  sculpture: join(trowel, minus),
  vase: join("IM7 1.5h8v2c-1 2.5 3.5 4 3.5 9c0 3.5-2 6-3.5 7.5H7c-1.5-1.5-3.5-4-3.5-7.5c0-5 4.5-6.5 3.5-9z|xM5 11h12", "lM18.5 21h5"),
  ruin: join(saw, "lM12.5 16.5h9M12.5 21h9", "lM2.5 18.5h5"),
  barracks: join("IM3 1.5l6.5 6.5l-3 3L0 4.5z|IM21 1.5L14.5 8l3 3L24 4.5z", "IM12 22.5l-5.5-6.5h3.5v-5h4v5h3.5z"),
  university: join("IM12 2L.5 7.5L12 13l11.5-5.5z|IM5.5 12v5c3.5 3 9.5 3 13 0v-5L12 15z", "lM21.5 9v8"),
  hospital: join(figure(8, 20, 1.55), "lM16 9h7"),
  weight_room: join("lM5 12h14", "IM4 5h4v14H4zM16 5h4v14h-4zM0 8.5h3v7H0zM21 8.5h3v7h-3z"),
  school: join(figure(6, 21, 1.25), figure(14, 21, 1.25), "lM20.5 3v7M17 6.5h7"),
  tombstone: "IM4 22V10c0-5.5 3-8.5 8-8.5s8 3 8 8.5v12z|xM12 6v9M8.5 9.5h7",
  hermit_house: join(figure(4.5, 22, 0.95), figure(19.5, 22, 0.95), "lM4.5 8.5c1-4.5 3.5-6.5 7.5-6.5s6.5 1.5 7 4|IM16 5.5h7l-3.5 5z"),
  prison: join("lM2 3h20M2 21h20M5 3v18M19 3v18M12 3v3.5", figure(12, 19, 1.1), "lM9 3v2M15 3v2"),
  bridge: "IM0 13c7-7.5 17-7.5 24 0v7h-4c0-5-2.5-7.5-8-7.5S4 15 4 20H0z|lM15 3h8|lM1 3h9M7 .5L10 3L7 5.5",
};

export const MONTH_SIGNS: readonly Drawing[] = [
  "lM12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M9.5 3.5L12 6l2.5-2.5M9.5 20.5L12 18l2.5 2.5M4 10.5l3.3-1.2l-.6-3.4M20 13.5l-3.3 1.2l.6 3.4",
  "IM12 22L7 9V2h3.2v6h.8V3h2v4h.8V2H17v7z",
  join("lM12 22v-8M12 20c-4 0-6-1.5-6.5-5M12 20c4 0 6-1.5 6.5-5", "IM7 3l2.5 3L12 2l2.5 4L17 3c1.5 6.5 0 11-5 11S5.5 9.5 7 3z"),
  "IM2 11C3 5 7 2.5 12 2.5S21 5 22 11q-2.5-2-5 0q-2.5-2-5 0q-2.5-2-5 0q-2.5-2-5 0z|lM12 11v8c0 3-4 3-4 0",
  join(...[0, 1, 2, 3, 4].map((i) => disc("I", 12 + 5.8 * Math.sin((i * 2 * Math.PI) / 5), 12 - 5.8 * Math.cos((i * 2 * Math.PI) / 5), 4)), disc("P", 12, 12, 3)),
  join(disc("I", 12, 12, 5), "lM12 1.5v2.5M12 20v2.5M1.5 12H4M20 12h2.5M4.6 4.6l1.7 1.7M17.7 17.7l1.7 1.7M4.6 19.4l1.7-1.7M17.7 6.3l1.7-1.7"),
  "IM2 14h20l-3.5 6h-13z|lM12 14V2|IM13.5 2.5C18 5 20 8 20 12h-6.5zM10.5 5C7 7 5.5 9 5 12h5.5z",
  "lM12 22V8M7.5 22c1-6 1-9-2-13M16.5 22c-1-6-1-9 2-13M7 17h10|IM12 1.5c2 2 2 5 0 7.5c-2-2.5-2-5.5 0-7.5zM4.5 3c2.5 1 3.5 4 2.5 7c-2.5-2-3.5-4.5-2.5-7zM19.5 3c-2.5 1-3.5 4-2.5 7c2.5-2 3.5-4.5 2.5-7z",
  "IM12 7.5c-5-2.5-9 .5-9 5.5s4 9.5 7 9.5c1 0 1.5-.5 2-.5s1 .5 2 .5c3 0 7-4.5 7-9.5s-4-8-9-5.5z|lM12 7.5c0-3 1-5 3-6",
  "IM12 1l2 4.5l3.5-1.5l-.5 4.5l5 .5l-3 3.5l2 3.5l-6.5-.5L12 19l-2.5-3.5L3 16l2-3.5L2 9l5-.5L6.5 4L10 5.5z|lM12 10v13",
  "IM6 13a4 4 0 0 1 .5-8A6 6 0 0 1 17.5 6a3.6 3.6 0 0 1 .5 7z|lM4 17h12M8 21h12M20 17h.1",
  "IM12 1l5.5 7H15l4 5.5h-2.5L21 19H3l4.5-5.5H5L9 8H6.5z|lM12 19v4",
];

/** Signs of what a worker can do. */
export const ACTION_SIGNS = {
  tool: join(trowel, "lM4 19h11M12 15.5l3.5 3.5L12 22.5"),
  build: "IM3 21v-8h8v8zM13 21v-8h8v8zM8 11V3h8v8z",
  newcomer: join(figure(9, 21.5, 1.7), "lM20 6v8M16 10h8"),
  holiday: "IM2 11C3.5 5.5 7 3 12 3s8.5 2.5 10 8q-2.5-1.8-5 0q-2.5-1.8-5 0q-2.5-1.8-5 0q-2.5-1.8-5 0z|lM12 11l-1 10M3 21.5h18",
  wait: "IM5 1.5h14v3H5zM5 19.5h14v3H5z|lM7 5c0 4 4 5 4 7s-4 3-4 7M17 5c0 4-4 5-4 7s4 3 4 7|IM9 19c0-2 1.5-3 3-4.5c1.5 1.5 3 2.5 3 4.5z",
  reserve: join(figure(7, 15, 1.2), figure(17, 15, 1.2), "IM1.5 17h21v2.5q0 2-2 2h-17q-2 0-2-2z"),
  strength: "IM8.3 8.5a4.7 4.7 0 1 1 7.4 0H19l3 13.5H2L5 8.5z|PM12 3.5a2.2 2.2 0 1 1-.1 0z",
  month: "IM3 4.5h18V22H3z|lM7.5 2v4M16.5 2v4|xM4.5 9.5h15M7.5 13.5h.1M12 13.5h.1M16.5 13.5h.1M7.5 17.8h.1M12 17.8h.1",
  prestige: "IM12 1.5l3.2 6.7l7.3 1l-5.3 5.1l1.3 7.3L12 18.1l-6.5 3.5l1.3-7.3L1.5 9.2l7.3-1z",
} as const satisfies Record<string, Drawing>;
export type ActionSign = keyof typeof ACTION_SIGNS;
