/** What a table leaves behind: its record as a file, and the same people once more. */

import { get, post, type TableInfo } from "../lib/api";
import { secret } from "../lib/keep";
import { change, noteSeat, placeAt, type OwnSeat } from "../lib/tokens.svelte";
import type { SeatWish } from "../start/opening";

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
export function again(info: TableInfo, ...own: (number | null)[]): SeatWish[] {
  return info.seats.map(({ kind, bot, name }, seat): SeatWish => {
    if (kind === "bot" && bot) return { kind: "bot", bot };
    return { kind: own.includes(seat) ? "me" : "open", name };
  });
}

/** Sit down at a table that was opened for the same company, with the tokens and names of the old
 *  seats. Where that fails, the table's page asks again, and says why. */
export async function sitDownAgain(info: TableInfo, own: OwnSeat[], table: string): Promise<void> {
  if (placeAt(table).seats.length) return;
  for (const { token: invite, seat: before } of own) {
    const invited = { invite, claim: secret() };
    change(table, { invited });
    try {
      const name = info.seats[before ?? -1]?.name ?? null;
      const { token, seat } = await post("/api/tables/{table}/join", { path: { table }, body: { ...invited, name } });
      noteSeat(table, token, seat);
      change(table, { invited: undefined });
    } catch {
      return; // the invitation stays
    }
  }
}
