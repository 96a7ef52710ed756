import { expect, it } from "vitest";
import { due } from "../../learn/course";
import type { Situation } from "../game";
import course from "./course";

const now = (changes: Partial<Situation>, stage = 1, round = 1): Situation => ({
  phase: "choose", asked: true, move: null, made: 0, view: { stage, round } as unknown as Situation["view"], ...changes,
});

it("lessons begin with a welcome and the first question, and come once", () => {
  expect(due(course, now({}), [])).toEqual(["welcome", "table", "choose"]);
  expect(due(course, now({}), ["welcome", "table", "choose"])).toEqual([]);
});
it("lessons explain what is proposed", () => {
  const given = ["welcome", "table", "choose", "use"];
  expect(due(course, now({ phase: "use", move: "build Mill great" }), given)).toEqual(["build"]);
  expect(due(course, now({ phase: "pay", move: "pay So3" }, 1, 3), given)).toEqual(["pay"]);
});
