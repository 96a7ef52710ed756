import { expect, it } from "vitest";
import type { Snapshot } from "../../lib/api";
import type { StoryEvent } from "../../lib/socket.svelte";
import { MOMENTS, revealedSince } from "./reveal";

const STORY = [
  { type: "deal" },
  { type: "use", seat: 0, card: "So5", as: "worker" },
  { type: "pass" },
  { type: "choose", seat: 0 },
  { type: "choose", seat: 1 },
  { type: "reveal", seat: 1, card: "Fa5" },
  { type: "use", seat: 1, card: "Fa5", as: "citizen" },
  { type: "reveal", seat: 0, card: "Pr4B" },
  { type: "use", seat: 0, card: "Pr4B", as: "worker" },
  { type: "pass" },
  { type: "choose", seat: 0 },
] as unknown as StoryEvent[];
const cards = (story: StoryEvent[], after: number) =>
  revealedSince(story, after).map(({ seat, card, as }) => `${seat} ${card} ${as ?? "?"}`);

it("shows each card of the round once, in the order of the play", () => {
  expect(cards(STORY, 5)).toEqual(["1 Fa5 citizen", "0 Pr4B worker"]);
  expect(cards(STORY.slice(0, 8), 5)).toEqual(["1 Fa5 citizen", "0 Pr4B ?"]);
});

it("keeps those of the round that were used before, and none of another round", () => {
  expect(cards(STORY, 8)).toEqual(["1 Fa5 citizen", "0 Pr4B worker"]);
  expect(cards(STORY.slice(0, 2), 1)).toEqual(["0 So5 worker"]);
});

it("is a moment for what others use, and not for the own card", () => {
  const snapshot = (...events: object[]) => ({ you: { seat: 0 }, events }) as unknown as Snapshot;
  expect(MOMENTS.rest([snapshot({ type: "use", seat: 0 })], 0)).toBe(0);
  expect(MOMENTS.rest([snapshot({ type: "choose", seat: 1 })], 0)).toBe(0);
  expect(MOMENTS.rest([snapshot({ type: "use", seat: 1 })], 0)).toBeLessThanOrEqual(1000);
  expect(MOMENTS.rest([snapshot({ type: "use", seat: 1 })], 5000)).toBeGreaterThan(500);
});
