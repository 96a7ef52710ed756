/** Tools and figures: small things in their own colours. */
import type { Sex, Tool } from "./codes";
import type { Drawing } from "../../../art/ink";

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
