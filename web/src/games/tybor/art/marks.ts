/** Colour marks: small things in their own colours. */
import type { Colour } from "./codes";
import { disc, join, type Drawing } from "../../../art/ink";

/** On 24 × 24. Four outlines that nobody mixes up: leaf, sun, drop, flame. */
export const COLOUR_MARKS: Record<Colour, Drawing> = {
  green: "cM3 21C1.5 9.5 8 2.5 21.5 2.5C22.5 15 16 22 6 20z|lM3 21.5C6 15 10 11 15 8.5",
  yellow: join("cM12 .8l2.8 4.4l5.1-1.1l-1.1 5.1l4.4 2.8l-4.4 2.8l1.1 5.1l-5.1-1.1l-2.8 4.4l-2.8-4.4l-5.1 1.1l1.1-5.1L.8 12l4.4-2.8l-1.1-5.1l5.1 1.1z", disc("p", 12, 12, 3.6)),
  blue: "cM12 1C15.5 6.5 20 10.5 20 15.2A8 8 0 0 1 4 15.2C4 10.5 8.5 6.5 12 1z|xM8 15.5a4.2 4.2 0 0 0 3.6 4",
  red: "cM12.5 1C13 6 20.5 9 20.5 15.5c0 4.5-3.5 7.5-8.5 7.5s-8.5-3-8.5-7.5C3.5 11.5 6 9.5 6.5 6c1.5.5 2.5 2 3 3.5C11.5 7.5 12.5 4.5 12.5 1z|PM12 12.5c.5 2.5 3.5 3.5 3.5 6.2a3.5 3.5 0 0 1-7 0c0-2 1.2-2.8 1.5-4.2c.8.2 1.2.8 1.3 1.4c.6-.9.8-2.1.7-3.4z",
};
