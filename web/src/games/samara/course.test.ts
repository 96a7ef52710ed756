import { expect, it } from "vitest";
import { due } from "../../learn/course";
import type { Situation } from "../game";
import course from "./course";

it("lessons tell the end of the game in time", () => {
  const view = { spaces: [{ tile: "Hut/1" }, { tile: null }] } as unknown as Situation["view"];
  const given = ["welcome", "board", "now", "months", "sheet"];
  expect(due(course, { phase: "act", asked: true, move: null, made: 20, view }, given)).toEqual(["last"]);
});
