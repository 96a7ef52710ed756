/** The numbers of a review as lines and words. */

import type { Language } from "../lib/i18n.svelte";

export interface Point {
  move: number;
  /** Everybody's chance of winning, 0 to 1. */
  wins: number[];
}
export interface Turn {
  move: number;
  seat: number | null;
  kind: string;
  text: string;
}

/** A seat's line as an SVG path. */
export function path(
  points: readonly Point[], seat: number, x: (move: number) => number, y: (chance: number) => number,
): string {
  const at = ({ move, wins }: Point) => `${x(move).toFixed(1)} ${y(wins[seat] ?? 0).toFixed(1)}`;
  return points.length ? `M${points.map(at).join("L")}` : "";
}

/** Where the numbers of the turning points stand: on the line of their player. */
export function markers(turns: readonly Turn[], points: readonly Point[]) {
  const byMove = new Map(points.map((point) => [point.move, point]));
  return turns.map((turn, k) => ({
    turn,
    number: k + 1,
    chance: byMove.get(turn.move)?.wins[turn.seat ?? 0] ?? 0.5,
  }));
}

export const percent = (chance: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(chance);

/** A change of chances in percentage points, with its sign. */
export function change(chance: number, language: Language): string {
  const points = Math.round(100 * chance);
  return new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(points).replace("-", "−");
}
