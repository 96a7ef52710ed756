/** Whoever uses this browser and wants to be known again (the page /me): tables are put on their
 *  page by themselves. */

import { get, put, type Schemas } from "./api";
import { keep, kept } from "./keep";
import { knownTables, type Place } from "./tokens.svelte";

export type MyPage = Schemas["MyPage"];

let known = $state(kept("known", false));
const told = new Set<string>();

export const person = {
  /** Whether this browser is known to the server, as far as we know. */
  get known(): boolean {
    return known;
  },
  set(isKnown: boolean): void {
    known = isKnown;
    keep("known", isKnown);
    if (!isKnown) told.clear();
  },
};

/** The personal page as it is now. */
export async function loadMe(before?: string): Promise<MyPage> {
  const page = await get("/api/me", before ? { query: { before } } : {});
  if (page.known !== known) person.set(page.known);
  return page;
}

/** Put a place at a table on the personal page, once. */
export async function remember(table: string, place: Place): Promise<void> {
  if (!known) return;
  const tokens = [...place.seats.map(({ token }) => token), ...(place.host ? [place.host] : [])];
  for (const token of tokens.filter((one) => !told.has(one))) {
    told.add(token);
    await put("/api/me/tables/{table}", { path: { table }, token }).catch(() => told.delete(token));
  }
}

/** Everything that this browser knows comes along. */
export async function rememberAll(): Promise<void> {
  for (const [table, place] of knownTables()) await remember(table, place);
}
