import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api";
import type { Game } from "../../lib/games.svelte";
import type { TableProperties } from "../game";
import { boxOf, pointsOf } from "./game";
import { Playing } from "./playing.svelte";

const WORKERS = ["So2", "So3", "So4"];
const MOVES = ["build Mill little", ...WORKERS.map((card) => `pay ${card}`)];
const character = (card: string) => ({ profession: "soldier", strength: Number(card[2]), colours: [] });
const game = {
  components: {
    characters: Object.fromEntries(WORKERS.map((card) => [card, character(card)])),
    buildings: { Mill: { colour: "green", points: 4, bonus: "" } },
  },
  great_bonus: 5,
  actions: MOVES.map((move, action) => ({ move, action, text: move })),
  names: MOVES,
} as unknown as Game;
const box = boxOf(game);

let snapshot = $state.raw<TableProperties["snapshot"]>(null!);
let play: Playing;
let asked: string[][] = [];
let answer: () => Response;
const sent: string[] = [];

function shows(phase: string, legal: string[], due = 0): void {
  const numbers = legal.map((move) => MOVES.indexOf(move));
  const offer = { cost: 5, affordable: true };
  const view = {
    phase, legal: numbers, hand: [], chosen: null, seats: [{ workers: WORKERS }], due,
    display: [{ card: "Mill", colour: "green", little: offer, great: null }],
    building: phase === "pay" ? "Mill" : null, side: phase === "pay" ? "little" : null,
  };
  snapshot = { seq: (snapshot?.seq ?? 0) + 1, you: { seat: 0 }, table: { status: "running" }, view } as never;
  flushSync();
}
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked = [];
  sent.length = 0;
  answer = () => Response.json({ cost: 5, payment: ["So2", "So3"], total: { before: 0, after: asked.length } });
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    asked.push((JSON.parse(String(body)) as { actions: string[] }).actions);
    return answer();
  });
  const connection = { table: "t", role: null, story: [], waiting: 0 };
  const act = async (action: number) => (sent.push(MOVES[action] ?? ""), true);
  play = new Playing(() => ({ connection, snapshot, act, box }) as never);
  shows("use", []);
  return $effect.root(() => {
    $effect(() => play.settle());
    $effect(() => play.goOn());
  });
});
afterEach(() => vi.unstubAllGlobals());

test("the server says what a great side is worth more", () => {
  const mill = box.buildings.get("Mill")!;
  expect([pointsOf(mill, "little"), pointsOf(mill, "great")]).toEqual([4, 9]);
});

test("workers beyond what is due do not pay, and nothing is said to be lost (T4.7)", async () => {
  shows("use", ["build Mill little"]);
  play.use("build Mill little");
  await settled();
  play.togglePayer(2);
  expect([play.payers, play.paid, play.due]).toEqual([[0, 1], 5, 5]);
  await settled();
  expect(asked.at(-1)).toEqual(["build Mill little", "pay So2", "pay So3"]);
  play.togglePayer(0);
  play.togglePayer(1);
  expect([play.payers, play.paid]).toEqual([[2], 4]);
  play.togglePayer(1);
  expect([play.payers, play.paid]).toEqual([[1, 2], 7]);
  await settled();
  expect(asked.at(-1)).toEqual(["build Mill little", "pay So3", "pay So4"]);
  expect(play.project?.preview?.total?.after).toBe(asked.length);
  play.build();
  flushSync();
  expect(sent).toEqual(["build Mill little"]);
});

test("a preview that fails leaves the building there, to try again", async () => {
  answer = () => new Response("", { status: 502 });
  shows("pay", ["pay So2", "pay So3", "pay So4"], 5);
  await settled();
  expect(play.project).toMatchObject({ card: "Mill", begun: true, preview: null });
  expect(play.project?.error).toBeInstanceOf(ApiError);
  answer = () => Response.json({ cost: 5, payment: ["So2", "So3"], total: null });
  play.previewAgain();
  await settled();
  expect(play.project).toMatchObject({ error: undefined, payers: [0, 1] });
  play.build();
  flushSync();
  expect(sent).toEqual(["pay So2"]);
});
