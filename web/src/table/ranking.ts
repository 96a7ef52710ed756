/** Who came where, from the points and the tie-break that the server tells. */

import type { TableInfo } from "../lib/api";

export interface Ranked {
  seat: number;
  rank: number;
  total: number;
}

export function ranking({ scores, winners }: Pick<TableInfo, "scores" | "winners">): Ranked[] {
  const all = (scores ?? []).map(({ total, tiebreak }, seat) => ({
    seat,
    total: Number(total),
    tiebreak: Number(tiebreak),
    won: winners.includes(seat),
  }));
  const isBetter = (a: (typeof all)[0], b: (typeof all)[0]): boolean =>
    a.won !== b.won ? a.won : a.total !== b.total ? a.total > b.total : !b.won && a.tiebreak > b.tiebreak;
  return all
    .map((one) => ({ seat: one.seat, total: one.total, rank: 1 + all.filter((other) => isBetter(other, one)).length }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
