import { expect, it } from "vitest";
import { telling } from "./telling";

const event = (words: string) => {
  const [type, seat] = words.split(" ");
  return { type, seat: Number(seat) };
};
const told = (...events: string[]) =>
  telling(events.map(event)).map(({ type, seat }) => `${type} ${seat}`);

it("tells a card once, by the last that is known of it", () => {
  expect(told("choose 0", "choose 1")).toEqual(["choose 0", "choose 1"]);
  expect(told("choose 0", "choose 1", "reveal 1")).toEqual(["choose 0", "reveal 1"]);
  expect(told("choose 0", "choose 1", "reveal 1", "use 1", "reveal 0")).toEqual(["use 1", "reveal 0"]);
});

it("tells choices of the next round beside what became of the last", () => {
  expect(told("choose 0", "reveal 0", "use 0", "pass", "choose 0")).toEqual(["use 0", "pass NaN", "choose 0"]);
});

it("tells what was drawn until it is kept or discarded", () => {
  expect(told("look 1", "look 1")).toEqual(["look 1", "look 1"]);
  expect(told("look 1", "look 1", "draw 1", "look 0")).toEqual(["draw 1", "look 0"]);
});

it("tells a tool of the Barracks once", () => {
  expect(told("choose 1", "choose 2", "lose_tool 1")).toEqual(["choose 2", "lose_tool 1"]);
});
