/** Clocks that run on between two snapshots of the table. */

import type { Schemas } from "../lib/api";

const SECOND = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is left after so many milliseconds: first the time of the move, then the reserve. */
export function leftAfter(
  { move_left, reserve_left, runs }: Schemas["SeatClock"],
  passed: number,
): { move: number; reserve: number } {
  const gone = runs ? Math.max(0, passed) : 0;
  const beyond = Math.max(0, gone - move_left);
  return { move: Math.max(0, move_left - gone), reserve: Math.max(0, reserve_left - beyond) };
}

/** `1:05`, `2:10:00`, and for games over days `2 d 4 h`. */
export function spelled(milliseconds: number): string {
  const all = Math.ceil(milliseconds / SECOND);
  const two = (n: number): string => String(n).padStart(2, "0");
  if (all >= DAY) return `${Math.floor(all / DAY)} d ${Math.floor((all % DAY) / HOUR)} h`;
  const minutes = Math.floor(all / 60);
  if (all >= HOUR) return `${Math.floor(all / HOUR)}:${two(minutes % 60)}:${two(all % 60)}`;
  return `${minutes}:${two(all % 60)}`;
}
