/** One screen for several players: who is to sit down before it next, and whether the others
 *  have to look away. */

import type { TableInfo } from "../lib/api";
import type { OwnSeat } from "../lib/tokens.svelte";

const HAS_HANDS = ["tybor"]; // games in which every seat has cards that only it may see

/** The own seat that is asked while the one at the screen (`at`) is not; null if none is. */
export function nextAtScreen(info: TableInfo, own: OwnSeat[], at: number | null): OwnSeat | null {
  if (info.status !== "running") return null;
  const isAsked = (seat: number | null) =>
    seat !== null && info.waiting_for.includes(seat) && info.seats[seat]?.stand_in === null;
  if (isAsked(at)) return null;
  return own.find(({ seat }) => isAsked(seat)) ?? null;
}

/** Whether seats have cards that nobody else may see. */
export function hasHands(game: string): boolean {
  return HAS_HANDS.includes(game);
}

/** Whether a curtain is needed: where hands are secret, and where several choose in secret. */
export function needsCurtain(info: TableInfo): boolean {
  return hasHands(info.game) || info.waiting_for.length > 1;
}
