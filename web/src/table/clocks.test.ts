import { expect, it } from "vitest";
import { leftAfter, spelled } from "./clocks";

it("takes the time of the move first, then the reserve", () => {
  const clock = { move_left: 5_000, reserve_left: 60_000, runs: true };
  expect(leftAfter(clock, 2_000)).toEqual({ move: 3_000, reserve: 60_000 });
  expect(leftAfter(clock, 15_000)).toEqual({ move: 0, reserve: 50_000 });
  expect(leftAfter(clock, 500_000)).toEqual({ move: 0, reserve: 0 });
});

it("leaves a clock alone that does not run", () => {
  const clock = { move_left: 5_000, reserve_left: 60_000, runs: false };
  expect(leftAfter(clock, 90_000)).toEqual({ move: 5_000, reserve: 60_000 });
});

it("spells seconds, hours and days", () => {
  expect([65_000, 400, 7_800_000, 187_200_000].map(spelled)).toEqual(["1:05", "0:01", "2:10:00", "2 d 4 h"]);
});
