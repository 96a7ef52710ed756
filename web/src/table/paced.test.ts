import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Snapshot } from "../lib/api";
import { ONE_BY_ONE, Paced } from "./paced.svelte";

const snapshot = (after: number, seq: number) => ({ after, seq }) as Snapshot;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("shows the first of many moves at once, and the others one by one", () => {
  const paced = new Paced(ONE_BY_ONE);
  paced.next(snapshot(0, 1));
  vi.advanceTimersByTime(5000);
  for (const seq of [2, 3, 4]) paced.next(snapshot(seq - 1, seq));
  expect(paced.shown?.seq).toBe(2);
  vi.advanceTimersByTime(500);
  expect(paced.shown?.seq).toBe(3);
  vi.advanceTimersByTime(500);
  expect(paced.shown?.seq).toBe(4);
});

it("is never far behind: of very many moves only the last ones are shown one by one", () => {
  const paced = new Paced(ONE_BY_ONE);
  paced.next(snapshot(0, 1));
  for (let seq = 2; seq <= 100; seq++) paced.next(snapshot(seq - 1, seq));
  expect(paced.waiting.map(({ seq }) => seq)[0]).toBe(89);
  vi.advanceTimersByTime(4000);
  expect(paced.shown?.seq).toBe(100);
});

it("shows what does not follow from it without delay", () => {
  const paced = new Paced(ONE_BY_ONE);
  paced.next(snapshot(0, 7));
  paced.next(snapshot(7, 8));
  paced.next(snapshot(0, 3));
  expect(paced.shown?.seq).toBe(3);
  vi.advanceTimersByTime(5000);
  expect(paced.shown?.seq).toBe(3);
});

it("holds what is worth a look, with all that comes meanwhile, and then shows the newest", () => {
  const paced = new Paced({ rest: ([first]) => (first!.seq === 2 ? 900 : 0), jumps: true });
  paced.next(snapshot(0, 1));
  paced.next(snapshot(1, 2));
  vi.advanceTimersByTime(600);
  paced.next(snapshot(2, 3));
  expect([paced.shown?.seq, paced.waiting.length]).toEqual([1, 2]);
  vi.advanceTimersByTime(300);
  expect([paced.shown?.seq, paced.waiting.length]).toEqual([3, 0]);
  paced.next(snapshot(3, 4));
  expect(paced.shown?.seq).toBe(4);
});

it("catches up when somebody is in a hurry, and not a second time", () => {
  const paced = new Paced({ rest: () => 900, jumps: true });
  paced.next(snapshot(0, 1));
  paced.next(snapshot(1, 2));
  paced.catchUp();
  expect(paced.shown?.seq).toBe(2);
  paced.next(snapshot(2, 3));
  vi.advanceTimersByTime(500);
  expect(paced.shown?.seq).toBe(2);
  vi.advanceTimersByTime(400);
  expect(paced.shown?.seq).toBe(3);
});

it("holds nothing while nobody looks", () => {
  const paced = new Paced({ rest: () => 900, jumps: true });
  paced.next(snapshot(0, 1));
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  paced.next(snapshot(1, 2));
  expect(paced.shown?.seq).toBe(2);
  vi.restoreAllMocks();
});
