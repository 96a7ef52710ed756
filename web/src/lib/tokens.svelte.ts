/** Who this browser is at which table. Tokens come from opening a table or from a link, whose
 *  fragment (`#invite=…`, `#watch=…`, `#code=…`) leaves the address bar at once; they stay in this
 *  browser. */

import { keep, kept, secret } from "./keep";

export interface OwnSeat {
  token: string;
  /** As it was when the table was last seen; hosts may move seats until the start. */
  seat: number | null;
}

export interface Place {
  host?: string;
  watch?: string;
  /** Own seats: several when people share a screen. */
  seats: OwnSeat[];
  /** Invites that were not used yet, as far as we know, by seat; for the host. */
  invites: Record<string, string>;
  /** A link that was followed here: sit down with it. `claim` proves that it was us. Without an
   *  invite: a free seat of a public table. */
  invited?: { invite?: string; claim: string };
  /** For lists: what it is, and when it was last looked at. */
  game?: string;
  name?: string;
  used: number;
}

const MOST = 200; // tables that are remembered
const SECRET = /^[A-Za-z0-9_-]{20,128}$/;

let places = $state.raw<Record<string, Place>>(kept("places", {}));

/** What this browser has for a table; reading it in a component follows it. */
export function placeAt(table: string): Place {
  return places[table] ?? { seats: [], invites: {}, used: 0 };
}

/** The same, also if another tab has noted it since. */
export function recall(table: string): Place {
  const found = kept<Record<string, Place>>("places", {})[table];
  if (found) places = { ...places, [table]: found };
  return placeAt(table);
}

/** All tables that this browser knows, the last used first. */
export function knownTables(): [string, Place][] {
  return Object.entries(places).sort(([, a], [, b]) => b.used - a.used);
}

export function change(table: string, changes: Partial<Place>): void {
  const all = { ...kept<Record<string, Place>>("places", places) }; // another tab may have more
  all[table] = { ...(all[table] ?? placeAt(table)), ...changes, used: Date.now() };
  const oldest = Object.entries(all).sort(([, a], [, b]) => b.used - a.used);
  places = Object.fromEntries(oldest.slice(0, MOST));
  keep("places", places);
}

export function forget(table: string): void {
  const { [table]: _, ...others } = kept<Record<string, Place>>("places", places);
  places = others;
  keep("places", places);
}

/** Note a seat of ours and its number. */
export function noteSeat(table: string, token: string, seat: number | null): void {
  const others = placeAt(table).seats.filter((one) => one.token !== token);
  const mine = [...others, { token, seat }].sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  change(table, { seats: mine });
}

/** The token of a seat that has replaced all others. */
export function renewSeat(table: string, token: string, seat: number): void {
  const others = placeAt(table).seats.filter((one) => one.seat !== seat);
  change(table, { seats: others, invited: undefined });
  noteSeat(table, token, seat);
}

/** Everything that opening a table told us. */
export function noteOpened(opened: {
  table: string;
  host: string;
  watch: string;
  seats: { seat: number; token?: string | null; invite?: string | null }[];
}): void {
  const invites: Record<string, string> = {};
  const seats: OwnSeat[] = [];
  for (const { seat, token, invite } of opened.seats) {
    if (token) seats.push({ token, seat });
    if (invite) invites[seat] = invite;
  }
  change(opened.table, { host: opened.host, watch: opened.watch, seats, invites });
}

let code = $state.raw<string | null>(null);
const CODE = /^[\w-]{10,80}$/;

/** A code from a link to /me, kept until the user has confirmed or declined it. */
export const given = {
  get code(): string | null {
    return code;
  },
  forget(): void {
    code = null;
  },
};

/** Take a token or a code out of the address bar, before anything else can see or keep it there. */
export function takeFragment(): void {
  const brought = /^\/me\/?#code=(.*)$/.exec(location.pathname + location.hash)?.[1];
  if (brought !== undefined) {
    history.replaceState(history.state, "", location.pathname + location.search);
    if (CODE.test(brought)) code = brought;
    return;
  }
  const table = /^\/(?:t|replay)\/([\w-]{1,64})\/?$/.exec(location.pathname)?.[1];
  const found = /^#(invite|watch)=([^&]*)$/.exec(location.hash);
  if (!table || !found) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const [, kind, token = ""] = found;
  if (!SECRET.test(token)) return;
  if (kind === "watch") change(table, { watch: token });
  else if (placeAt(table).invited?.invite !== token)
    change(table, { invited: { invite: token, claim: secret() } });
}

/** The token to begin with: an own seat, else the host's, else the spectators'. */
export function bestToken(place: Place): string | null {
  return place.seats[0]?.token ?? place.host ?? place.watch ?? null;
}

/** The token of a screen. A shared screen uses one that shows no hand, if there is one: anyone may
 *  be looking. */
export function screenToken(place: Place): string | null {
  return (isShared(place) ? (place.host ?? place.watch) : null) ?? bestToken(place);
}

/** Whether several of a table's players share this screen. */
export function isShared(place: Place): boolean {
  return place.seats.length > 1;
}

/** A link for somebody else. */
export function linkTo(table: string, kind: "invite" | "watch", token: string): string {
  return `${location.origin}/t/${table}#${kind}=${token}`;
}
