import { expect, it } from "vitest";
import { PAGE_GAMES } from "../games";
import type { Snapshot, TableInfo } from "../lib/api";
import { needsCurtain, nextAtScreen } from "./screen";

const SECRET = "unknown"; // of a game that the page does not know everything may be secret
const OPEN = PAGE_GAMES.find(({ hasHands }) => !hasHands)!.name;
const table = (game: string, waiting: number[], standIn: number[] = []): TableInfo =>
  ({
    game,
    status: "running",
    waiting_for: waiting,
    seats: [0, 1, 2].map((seat) => ({ stand_in: standIn.includes(seat) ? "greedy" : null })),
  }) as unknown as TableInfo;
const own = [{ token: "a", seat: 0 }, { token: "b", seat: 1 }];

it("stays with whoever is asked", () => {
  expect(nextAtScreen(table(SECRET, [0, 1]), own, 0)).toBeNull();
});

it("goes on to the next own seat that is asked", () => {
  expect(nextAtScreen(table(SECRET, [1, 2]), own, 0)).toEqual(own[1]);
  expect(nextAtScreen(table(SECRET, [2]), own, 0)).toBeNull();
  expect(nextAtScreen(table(SECRET, [0]), own, null)).toEqual(own[0]);
});

it("shows nobody's hand before somebody has sat down", () => {
  expect(nextAtScreen(table(SECRET, [0, 1]), own, 0, true)).toEqual(own[0]);
  expect(nextAtScreen(table(SECRET, [1]), own, 0, true)).toEqual(own[1]);
  expect(nextAtScreen(table(SECRET, [2]), own, 0, true)).toEqual(own[0]);
  expect(nextAtScreen(table(SECRET, [2]), own, null, true)).toBeNull(); // the host sees no hand
});

it("does not call somebody for whom a bot plays", () => {
  expect(nextAtScreen(table(SECRET, [1], [1]), own, 0)).toBeNull();
});

it("needs a curtain where hands are secret, or several choose at once", () => {
  const view = (...chosen: boolean[]) =>
    ({ seats: chosen.map((one) => ({ has_chosen: one })) }) as unknown as Snapshot["view"];
  expect(needsCurtain(table(SECRET, [1]), null)).toBe(true);
  expect(needsCurtain(table(OPEN, [1]), view(false, false))).toBe(false);
  expect(needsCurtain(table(OPEN, [1, 2]), view(false, false))).toBe(true);
  expect(needsCurtain(table(OPEN, [1]), view(true, false))).toBe(true);
});
