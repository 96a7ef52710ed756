/** Colour marks, seats, tools: small things in their own colours. */
import type { Colour, Sex, Tool } from "./codes";
import { disc, join, type Drawing } from "./ink";

/** On 24 × 24. Four outlines that nobody mixes up: leaf, sun, drop, flame. */
export const COLOUR_MARKS: Record<Colour, Drawing> = {
  green: "cM3 21C1.5 9.5 8 2.5 21.5 2.5C22.5 15 16 22 6 20z|lM3 21.5C6 15 10 11 15 8.5",
  yellow: join("cM12 .8l2.8 4.4l5.1-1.1l-1.1 5.1l4.4 2.8l-4.4 2.8l1.1 5.1l-5.1-1.1l-2.8 4.4l-2.8-4.4l-5.1 1.1l1.1-5.1L.8 12l4.4-2.8l-1.1-5.1l5.1 1.1z", disc("p", 12, 12, 3.6)),
  blue: "cM12 1C15.5 6.5 20 10.5 20 15.2A8 8 0 0 1 4 15.2C4 10.5 8.5 6.5 12 1z|xM8 15.5a4.2 4.2 0 0 0 3.6 4",
  red: "cM12.5 1C13 6 20.5 9 20.5 15.5c0 4.5-3.5 7.5-8.5 7.5s-8.5-3-8.5-7.5C3.5 11.5 6 9.5 6.5 6c1.5.5 2.5 2 3 3.5C11.5 7.5 12.5 4.5 12.5 1z|PM12 12.5c.5 2.5 3.5 3.5 3.5 6.2a3.5 3.5 0 0 1-7 0c0-2 1.2-2.8 1.5-4.2c.8.2 1.2.8 1.3 1.4c.6-.9.8-2.1.7-3.4z",
};

/** Shapes of the eight seats, on 24 × 24, solid. */
export const SEAT_SHAPES: readonly string[] = [
  "M12 4.5a7.5 7.5 0 1 1-.1 0z",
  "M5 5h14v14H5z",
  "M12 3.5L21 19.5H3z",
  "M12 2.5L20.5 12L12 21.5L3.5 12z",
  "M8.5 3.5h7v5h5v7h-5v5h-7v-5h-5v-7h5z",
  "M12 2l3 6.6l7.2.8l-5.4 4.9l1.5 7.1L12 17.8l-6.3 3.6l1.5-7.1L1.8 9.4l7.2-.8z",
  "M16.5 3.5a9 9 0 1 0 0 17a10.5 10.5 0 0 1 0-17z",
  "M7 3.5h10l5 8.5l-5 8.5H7L2 12z",
];

/** On 40 × 40. */
export const TOOL_DRAWINGS: Record<Tool | "trowel" | "glass", Drawing> = {
  saw: "sM25 8L2 25l2.5 8.5l3.2.8l1.1-3.3l3.2.8l1.1-3.3l3.2.8l1.1-3.3l3.2.8l1.1-3.3l3.2.8l1.1-3.3l3.2.8l1.1-3.3z|nM8 26.5L26 13.5|wM23 9l6-6.5l9 3l1.5 10l-7.5 5.5z|PM29.5 8.5l5 1l.8 4.8l-3 1.6z",
  trowel: "sM3 32L14 10l14 13z|IM3 32l25-9l-6-5.5z|jM21 17l5-5|wM24.5 12.5l8-8.5l4.5 4.5l-8.5 8z",
  trowel_compass: "sM2 26L12 6l13 12z|IM2 26l23-8l-6-5z|jM19 12l4-4|wM22 9l6.5-7l4 4l-7 6.5z|jM29 20l-6 17M31 20l6 17|oM30 15a3.4 3.4 0 1 1-.1 0z|lM25.5 31q4.5 2.5 9 0",
  trowel_square: "sM2 26L12 6l13 12z|IM2 26l23-8l-6-5z|jM19 12l4-4|wM22 9l6.5-7l4 4l-7 6.5z|oM20 37.5V18.5l19 19zM25 32.5h4l-4-4z",
  glass: "vM18.5 22L34 3l3.5 3L22 24.5z|bM12.5 17a10 10 0 1 1-.1 0z|PM7 25q1.5-4 5-4.5q-1.5 2-2.5 5.5z",
  glass_a: "vM18.5 22L34 3l3.5 3L22 24.5z|bM12.5 17a10 10 0 1 1-.1 0z|PM7 25q1.5-4 5-4.5q-1.5 2-2.5 5.5z",
  glass_b: "bM3 8h17v17H3z|lM3 16.5h17M11.5 8v17|PM5 10.5h2v4H5zM13.5 19h2v4h-2z|sM17 35l8-17l4.5 2L22 37.5z|wM24.5 19L30 5q1.5-3 4.5-1.5t2 4.5L30.5 21z",
};

/** A wooden figure on 40 × 46. */
export const FIGURES: Record<Sex, Drawing> = {
  man: "cM20 2a8 8 0 0 1 6.5 12.7L35 20q3 2 1.5 5q-1.5 2.5-4.5 1.5l-3-1l2.5 18.5h-9l-2.5-10l-2.5 10h-9L11 25.5l-3 1q-3 1-4.5-1.5q-1.5-3 1.5-5l8.5-5.3A8 8 0 0 1 20 2z|DM26.5 14.7L35 20q3 2 1.5 5q-1.5 2.5-4.5 1.5l-3-1l2.5 18.5h-4.5l-3-20z",
  woman: "cM20 2a8 8 0 0 1 7 12L34 22q2 3-.5 4.5q-2 1.2-4-.5l-1.5-1.5L35.5 44h-31l7.5-19.5l-1.5 1.5q-2 1.7-4 .5q-2.5-1.5-.5-4.5l7-8A8 8 0 0 1 20 2z|DM27 14l7 8q2 3-.5 4.5q-2 1.2-4-.5l-1.5-1.5L35.5 44h-6L24 24z|lM12 9.5q8-4 16 0",
};
