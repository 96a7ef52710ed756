import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { become, countTables, forgetOthers, person, remember, rememberAll } from "./person.svelte";
import { change, forget, knownTables, placeAt } from "./tokens.svelte";

const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("fetch", async (address: string, { method, headers, body }: RequestInit) => {
    const { Authorization = "" } = headers as Record<string, string>;
    requests.push([method, address.split("?")[0], Authorization, body].filter(Boolean).join(" "));
    const tables = address.startsWith("/api/me?") ? [{ id: "old" }, { id: "far" }] : [];
    return Response.json({ known: true, tables, before: null });
  });
  for (const [table] of knownTables()) forget(table);
  change("old", { seats: [{ token: "mine", seat: 0 }], host: "house" });
  person.set(false);
});
afterEach(() => vi.unstubAllGlobals());

const TOLD = ["PUT /api/me/tables/old Bearer mine", "PUT /api/me/tables/old Bearer house"];

it("brings nothing along without a yes, now or later", async () => {
  await become("CODE", false);
  await remember("old", placeAt("old"));
  await rememberAll();
  expect(requests).toEqual(['POST /api/me/code/take {"code":"CODE","bring":false}']);
  change("new", { seats: [{ token: "fresh", seat: 1 }] });
  await rememberAll();
  expect(requests.slice(1)).toEqual(["PUT /api/me/tables/new Bearer fresh"]);
});

it("brings everything along if somebody says so", async () => {
  await become("CODE", false);
  await become("OTHER", true);
  expect(requests[1]).toBe('POST /api/me/code/take {"code":"OTHER","bring":true}');
  expect(requests).toEqual(expect.arrayContaining(TOLD));
});

it("counts the tables of the browser and of its page once each", async () => {
  change("watched", { watch: "w" });
  change("new", { seats: [] });
  expect(await countTables()).toBe(2);
});

it("replaces its tokens when all others are signed out, and asks again as the same", async () => {
  change("far", { watch: "w" });
  const tokens = [
    { table: "old", role: "seat:0", token: "new" },
    { table: "old", role: "host", token: "keys" },
    { table: "elsewhere", role: "seat:1", token: "later" },
  ];
  const bodies: unknown[] = [];
  const answers = [Response.error(), Response.json({ known: true, tokens })];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    bodies.push(body);
    return answers.shift();
  });
  await expect(forgetOthers()).rejects.toThrow();
  await forgetOthers();
  expect(bodies[0]).toBe(bodies[1]);
  expect(placeAt("old")).toMatchObject({ host: "keys", seats: [{ token: "new", seat: 0 }] });
  expect(knownTables().map(([id]) => id)).not.toContain("elsewhere");
  await remember("old", placeAt("old"));
  expect(requests).toEqual([]);
});
