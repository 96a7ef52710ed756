/** The profile of the person at this browser, if they want one (the page /me): their tables are
 *  added to it automatically. */

import { get, post, put, type Schemas } from "./api";
import { keep, kept, secret } from "./keep";
import { change, knownTables, renewSeat, type Place } from "./tokens.svelte";

export type MyPage = Schemas["MyPage"];

let known = $state(kept("known", false));
const told = new Set<string>();
/** Tables from before a code was taken here that were not to come along: they stay off the page. */
let apart = kept<string[]>("apart", []);

function setApart(tables: string[]): void {
  apart = tables;
  keep("apart", tables);
}

export const person = {
  /** Whether this browser is known to the server, as far as we know. */
  get known(): boolean {
    return known;
  },
  set(isKnown: boolean): void {
    known = isKnown;
    keep("known", isKnown);
    if (isKnown) return;
    told.clear();
    setApart([]);
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
  if (!known || apart.includes(table)) return;
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

/** How many tables would come along to another page: those of this browser, and of its page. */
export async function countTables(): Promise<number> {
  const own = knownTables().filter(([, { host, seats }]) => host || seats.length);
  const tables = new Set(own.map(([id]) => id));
  let before: string | null | undefined;
  do {
    const page: MyPage = await loadMe(before ?? undefined);
    for (const { id } of page.tables ?? []) tables.add(id);
    before = page.before;
  } while (before);
  return tables.size;
}

/** Take over the profile that the code belongs to. This browser's seats are added to it only if
 *  `bring` is true: its owner could then play in them. */
export async function become(code: string, bring: boolean): Promise<void> {
  await post("/api/me/code/take", { body: { code, bring } });
  told.clear();
  setApart(bring ? [] : knownTables().map(([id]) => id));
  person.set(true);
  if (bring) await rememberAll();
}

/** Sign out on all other devices: their tokens end, and so do ours, for which we get new ones. */
export async function forgetOthers(): Promise<void> {
  const claim = kept("claim", "") || secret();
  keep("claim", claim); // if the answer gets lost, the next attempt counts as the same
  const { tokens = [] } = await post("/api/me/forget-devices", { body: { claim } });
  const here = new Set(knownTables().map(([id]) => id));
  for (const { table, role, token } of tokens) {
    told.add(token);
    if (!here.has(table)) continue; // it gets one when it is opened here
    if (role === "host") change(table, { host: token });
    else renewSeat(table, token, Number(role.slice("seat:".length)));
  }
  keep("claim", "");
}
