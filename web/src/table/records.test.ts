import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TableInfo } from "../lib/api";
import { noteSeat, placeAt, recall } from "../lib/tokens.svelte";
import { sitDownAgain } from "./records";

const INFO = { seats: [{ name: "Anna" }, { name: "Bert" }] } as unknown as TableInfo;
const OWN = [{ token: "old-0", seat: 0 }, { token: "old-1", seat: 1 }];
let sent: { invite: string; claim: string; name: string }[] = [];
let table = "";
let tables = 0;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  table = `elm${(tables += 1)}`;
});
afterEach(() => vi.unstubAllGlobals());

const refused = (error: string) =>
  new Response(JSON.stringify({ error, message: error }), { status: 409, headers: { "Content-Type": "application/json" } });
/** Whoever sits down gets the seat of the old token, unless `instead` happens. */
function server(instead: (seat: number) => Response | Promise<never> | null = () => null): void {
  vi.stubGlobal("fetch", async (_: unknown, { body }: RequestInit) => {
    const claimed = JSON.parse(body as string) as (typeof sent)[number];
    sent.push(claimed);
    const seat = Number(claimed.invite.at(-1));
    const answer = JSON.stringify({ token: `new-${seat}-${sent.length}`, seat, seq: 1 });
    return (await instead(seat)) ?? new Response(answer, { headers: { "Content-Type": "application/json" } });
  });
}
/** Another tab of this browser sits down. */
function anotherTab(token: string, seat: number): void {
  const place = { seats: [{ token, seat }], invites: {}, used: 1 };
  localStorage.setItem("baumeister.places", JSON.stringify({ [table]: place }));
}
const seats = () => placeAt(table).seats.map(({ seat }) => seat);

it("sits down with the old tokens and names", async () => {
  server();
  await sitDownAgain(INFO, OWN, table);
  expect(sent.map(({ invite, name }) => `${invite} ${name}`)).toEqual(["old-0 Anna", "old-1 Bert"]);
  expect(seats()).toEqual([0, 1]);
});

it("does not sit down where another tab sits already", async () => {
  server();
  anotherTab("theirs", 1);
  await sitDownAgain(INFO, OWN.slice(1), table);
  expect(sent).toEqual([]);
  expect(placeAt(table).seats[0]?.token).toBe("theirs");
});

it("keeps one token if two tabs sit down in the same instant, with the same claim", async () => {
  server(() => (anotherTab("theirs", 1), null));
  await sitDownAgain(INFO, OWN.slice(1), table);
  expect(placeAt(table).seats).toEqual([{ token: "theirs", seat: 1 }]);
  expect(sent[0]?.claim).toBe("old-1");
});

it("leaves no invitation where the own seat was taken by us", async () => {
  server(() => (anotherTab("theirs", 0), refused("seat_taken")));
  await sitDownAgain(INFO, OWN.slice(1), table);
  expect(placeAt(table).invited).toBeUndefined();
});

it("tries every seat of a shared screen, and again those that failed", async () => {
  server((seat) => (seat === 0 ? Promise.reject(new TypeError("no network")) : null));
  await sitDownAgain(INFO, OWN, table);
  expect(seats()).toEqual([1]);
  expect(placeAt(table).invited?.invite).toBe("old-0");
  server();
  await sitDownAgain(INFO, OWN, table);
  expect(seats()).toEqual([0, 1]);
  expect(placeAt(table).invited).toBeUndefined();
});

it("says why nobody sits there", async () => {
  server(() => refused("archived"));
  await expect(sitDownAgain(INFO, OWN, table)).rejects.toMatchObject({ error: "archived" });
  expect(placeAt(table)).toMatchObject({ seats: [], invites: {} });
});

it("recalls what another tab has noted, of that table only", () => {
  noteSeat("oak", "ours", 0);
  anotherTab("theirs", 1);
  expect(placeAt(table).seats).toEqual([]);
  expect(recall(table).seats).toHaveLength(1);
  expect(placeAt("oak").seats).toHaveLength(1);
});
