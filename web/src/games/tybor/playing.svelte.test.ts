import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableProperties } from "../game";
import { keyed, type Box, type View } from "./game";
import { Playing } from "./playing.svelte";

const MOVES = ["choose Fa4G", "citizen", "worker", "build Mill little", "pay So3GB", "pay Fa4G"];
const strong = (strength: number) => ({ profession: "farmer" as const, strength, colours: [] });
const BOX: Box = {
  characters: new Map([["Fa4G", strong(4)], ["So3GB", strong(3)]]),
  buildings: new Map(),
  actions: new Map(MOVES.map((move, action) => [move, action])),
  moves: MOVES,
  names: MOVES,
};

let snapshot = $state.raw<TableProperties["snapshot"]>(null!);
let newest = $state.raw<TableProperties["snapshot"]>(null!);
let waiting = $state(0);
const sent: string[] = [];
let play: Playing;
let seq = 0;

function shows(phase: string, legal: string[], more: Partial<View> = {}): void {
  comes(phase, legal, more);
  snapshot = newest;
  flushSync();
}

/** Something comes, and what was shown is shown still. */
function comes(phase: string, legal: string[], more: Partial<View> = {}): void {
  const me = { workers: ["Fa4G", "So3GB"] };
  const numbers = legal.map((move) => MOVES.indexOf(move));
  const view = { phase, legal: numbers, hand: ["Fa4G"], chosen: null, seats: [me], display: [], due: 0, ...more };
  newest = { seq: ++seq, you: { seat: 0 }, table: { status: "running" }, view } as never;
  flushSync();
}

beforeEach(() => {
  sent.length = 0;
  waiting = 0;
  const connection = { table: "t", role: null, story: [], takeBack: vi.fn(), get waiting() { return waiting; } };
  const act = async (action: number) => {
    sent.push(MOVES[action] ?? "");
    return true;
  };
  play = new Playing(() => ({ connection, snapshot, newest, act, box: BOX }) as never);
  shows("choose", ["choose Fa4G"]);
  return $effect.root(() => {
    $effect(() => play.settle());
    $effect(() => play.goOn());
  });
});

test("a card is chosen and later used as planned, when the server asks for it", () => {
  play.take(0);
  play.use("citizen");
  flushSync();
  expect(sent).toEqual(["choose Fa4G"]);
  shows("choose", [], { hand: [], chosen: "Fa4G" });
  expect(sent).toEqual(["choose Fa4G"]);
  shows("use", ["citizen", "worker"], { hand: [] });
  expect(sent).toEqual(["choose Fa4G", "citizen"]);
});

test("what was planned is carried out while others' cards are looked at", () => {
  play.take(0);
  play.use("citizen");
  flushSync();
  shows("choose", [], { hand: [], chosen: "Fa4G" });
  comes("use", ["citizen", "worker"], { hand: [] });
  expect(sent).toEqual(["choose Fa4G", "citizen"]);
  expect(play.phase).toBe("choose");
});

test("nothing is decided on a snapshot that is not the newest", () => {
  comes("use", ["citizen", "worker"]);
  expect([play.isBehind, play.isMyTurn, play.asks]).toEqual([true, false, ""]);
  play.take(0);
  play.use("citizen");
  flushSync();
  expect(sent).toEqual([]);
  snapshot = newest;
  flushSync();
  expect([play.isBehind, play.asks]).toEqual([false, "use"]);
});

test("a decision is sent once, even if the answer comes before the snapshot", () => {
  play.take(0);
  play.use(null);
  flushSync();
  waiting = 1;
  flushSync();
  waiting = 0;
  flushSync();
  play.use("worker", "Fa4G");
  flushSync();
  expect(sent).toEqual(["choose Fa4G"]);
});

test("a plan is forgotten when something else is asked", () => {
  play.take(0);
  play.use("citizen");
  flushSync();
  shows("choose", ["choose Fa4G"]); // taken back
  expect(play.plan).toBe(null);
  expect(sent).toEqual(["choose Fa4G"]);
});

test("the weakest pay first", () => {
  shows("pay", ["pay So3GB", "pay Fa4G"], { due: 6 });
  play.project = { card: "Mill", side: "little", preview: null, payers: [0, 1], begun: true };
  expect(play.paid).toBe(7);
  play.build();
  flushSync();
  shows("pay", ["pay Fa4G"], { due: 3 });
  expect(sent).toEqual(["pay So3GB", "pay Fa4G"]);
});

const MILL = (strength: number) => ({
  card: "Mill",
  colour: "green" as const,
  little: { cost: 3, affordable: strength >= 3 },
  great: { cost: 7, affordable: strength >= 7 },
});

test("a price that is too dear plays no card: the reason is asked for instead", () => {
  const asked = vi.spyOn(play, "whyNot").mockResolvedValue();
  shows("choose", ["choose Fa4G"], { display: [MILL(3)] });
  play.take(0);
  play.use("build Mill great");
  flushSync();
  expect(sent).toEqual([]);
  expect(play.takenCard).toBe("Fa4G");
  expect(asked).toHaveBeenCalledWith("build Mill great");
  play.use("build Mill little");
  flushSync();
  expect(sent).toEqual(["choose Fa4G"]);
});

test("nothing is chosen to build where nothing can be paid for", () => {
  const asked = vi.spyOn(play, "whyNot").mockResolvedValue();
  shows("choose", ["choose Fa4G"], { display: [MILL(0)] });
  play.take(0);
  play.use("builder");
  flushSync();
  expect(sent).toEqual([]);
  expect(asked).toHaveBeenCalledWith("build Mill little");
});

test("copies of a card can be told apart in a list", () => {
  expect(keyed(["Fa4G", "So5", "Fa4G"]).map(({ key }) => key)).toEqual(["Fa4G", "So5", "Fa4G/1"]);
});
