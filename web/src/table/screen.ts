/** One screen for several players: who sits down at it next, and whether the others have to
 *  look away. */

import { pageGame } from "../games";
import type { Snapshot, TableInfo } from "../lib/api";
import type { OwnSeat } from "../lib/tokens.svelte";

/** The own seat that is asked while the one at the screen (`at`) is not; null if none is. While
 *  the screen is covered nobody is there: then it is the one asked, or the one that it would show. */
export function nextAtScreen(
  info: TableInfo, own: OwnSeat[], at: number | null, isCovered = false,
): OwnSeat | null {
  if (info.status !== "running") return null;
  const isAsked = (seat: number | null) =>
    seat !== null && info.waiting_for.includes(seat) && info.seats[seat]?.stand_in === null;
  if (isAsked(at) && !isCovered) return null;
  const asked = own.find(({ seat }) => isAsked(seat)) ?? null;
  return asked ?? (isCovered ? (own.find(({ seat }) => seat === at) ?? null) : null);
}

/** Whether a curtain is needed: where hands are secret, and while several choose in secret, up to
 *  the last of them. */
export function needsCurtain(info: TableInfo, view: Snapshot["view"]): boolean {
  const seats = (view?.seats ?? []) as { has_chosen?: boolean }[];
  return pageGame(info.game).hasHands || info.waiting_for.length > 1 || seats.some((seat) => seat.has_chosen);
}
