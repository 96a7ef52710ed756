/** Signs on 24 × 24: one colour, that of the text around them (see `.sign` in art.css). */
import type { Bonus, Profession } from "./codes";
import { disc, join, type Drawing } from "../../../art/ink";

export const PROFESSION_SIGNS: Record<Profession, Drawing> = {
  farmer: "lM12 22V9|IM12 1.5c2.6 2.3 2.6 5 0 7.5c-2.6-2.5-2.6-5.2 0-7.5zM12.8 12.5c0-4 2-5.7 6.2-5.5c0 4-2 6-6.2 5.5zM11.2 12.5c0-4-2-5.7-6.2-5.5c0 4 2 6 6.2 5.5zM12.8 18c0-4 2-5.7 6.2-5.5c0 4-2 6-6.2 5.5zM11.2 18c0-4-2-5.7-6.2-5.5c0 4 2 6 6.2 5.5z",
  merchant: "IM8 2h8l-1.8 4.2h-4.4zM9.3 7.6h5.4c4.3 2.6 6 6.2 6 9.4c0 3.5-2.6 5-8.7 5s-8.7-1.5-8.7-5c0-3.2 1.7-6.8 6-9.4z|PM12 11a4 4 0 1 1-.1 0z|IM12 13.2a1.8 1.8 0 1 1-.1 0z",
  craftsman: "IM2.5 6.5l5-5l3 1l1.5 3l-1.7 1.7l10.2 10.3l-3 3L7.2 10.3L5.5 12z|IM21.5 4.5l-2-2l-3.5 2.5l-8.5 9l-4 6.5l6.5-4l8.5-8.5z",
  captain: "IM12 1a3.4 3.4 0 0 1 1.5 6.4v1.8h4v2.9h-4v7.4c2.7-.6 4.4-2.3 4.9-4.7l-1.9.8l2.7-5.6l3.6 4.8l-1.7-.3c-.6 5-4 8.2-9.1 8.5c-5.1-.3-8.5-3.5-9.1-8.5l-1.7.3l3.6-4.8l2.7 5.6l-1.9-.8c.5 2.4 2.2 4.1 4.9 4.7v-7.4h-4v-2.9h4v-1.8A3.4 3.4 0 0 1 12 1z|PM12 3a1.4 1.4 0 1 1-.1 0z",
  priest: "IM9.8 1.5h4.4l-.6 5.9l5.9-.6v4.4l-5.9-.6l.8 11.9h-4.8l.8-11.9l-5.9.6V6.8l5.9.6z",
  soldier: "IM3.5 3.5c3 .5 6-.2 8.5-2c2.5 1.8 5.5 2.5 8.5 2c.6 9.5-2.2 16-8.5 19c-6.3-3-9.1-9.5-8.5-19z|xM12 5v12M9 14h6M12 19v-2",
};

export const BONUS_SIGNS: Record<Exclude<Bonus, "" | `symbol ${Profession}`>, Drawing> = {
  recruit: join(disc("I", 8.5, 6, 4), "IM1.5 21c0-6 2.5-9.5 7-9.5s7 3.5 7 9.5z", "lM19 5v8M15 9h8"),
  majority: "IM2 19.5L1 7l5.5 4.5L12 3l5.5 8.5L23 7l-1 12.5z|xM4 16h16",
  set: "IM2 2h9v9H2zM13 2h9v9h-9zM2 13h9v9H2zM13 13h9v9h-9z|xM6.5 4.5v4M4.5 6.5h4M17.5 17.5h.1",
  pair: "IM.5 21V11.5l5.3-5.5l5.2 5.5V21zM13 21V11.5l5.2-5.5l5.3 5.5V21z|xM5.7 20.5v-4.5M18.3 20.5v-4.5",
};
