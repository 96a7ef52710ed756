/** What a table leaves behind: its record as a file, and the same people once more. */

import { ApiError, get, post, type TableInfo } from "../lib/api";
import { secret } from "../lib/keep";
import { change, noteChances, noteSeat, recall, type OwnSeat, type Place } from "../lib/tokens.svelte";
import type { NewSeat } from "../start/opening";

/** The record: readable text once the game is over, until then what we may know. */
export async function recordOf(info: TableInfo, token: string | null): Promise<string> {
  const form = info.status === "over" ? "text" : "json";
  const path = { table: info.id };
  const found: unknown = await get("/api/tables/{table}/record", { path, query: { form }, token });
  return typeof found === "string" ? found : JSON.stringify(found, null, 1);
}

/** The record as a file. */
export async function saveRecord(info: TableInfo, token: string | null): Promise<void> {
  const text = await recordOf(info, token);
  const date = new Date(info.opened).toISOString().slice(0, 10);
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${info.game}-${date}-${info.id}.${info.status === "over" ? "txt" : "json"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The same company at another table: bots are bots again, own seats one's own, the others are
 *  invited anew. */
export function again(info: TableInfo, ...own: (number | null)[]): NewSeat[] {
  return info.seats.map(({ kind, bot, name }, seat): NewSeat => {
    if (kind === "bot" && bot) return { kind: "bot", bot };
    return { kind: own.includes(seat) ? "me" : "open", name };
  });
}

/** Sit down at a table that was opened for the same company, with the tokens and names of the old
 *  seats; other tabs may do so at the same time. Throws if nobody of us sits there then. If only
 *  some do, the table's page asks again for one of the others, and says why. */
export async function sitDownAgain(info: TableInfo, own: OwnSeat[], table: string): Promise<void> {
  const sits = (seat: number | null) => recall(table).seats.some((one) => one.seat === seat);
  let left: { invited: Place["invited"]; problem: unknown } | undefined;
  for (const { token: invite, seat: before } of own) {
    if (before !== null && sits(before)) continue;
    // Only we know the claim, and so do our other tabs.
    const invited = { invite, claim: invite, chance: secret(12) };
    try {
      const name = info.seats[before ?? -1]?.name ?? null;
      const { token, seat } = await post("/api/tables/{table}/join", { path: { table }, body: { ...invited, name } });
      if (!sits(seat)) noteSeat(table, token, seat);
      noteChances(table, [invited.chance]);
    } catch (problem) {
      left ??= { invited, problem };
    }
  }
  const isTaken = left?.problem instanceof ApiError && left.problem.error === "seat_taken";
  if (left && !recall(table).seats.length) throw left.problem;
  change(table, { invited: left && !isTaken ? left.invited : undefined });
}
