import { describe, expect, it } from "vitest";
import { due, type Situation } from "./lessons";

const now = (changes: Partial<Situation>): Situation => ({
  phase: "choose", asked: true, move: null, made: 0, view: { stage: 1, round: 1 }, ...changes,
});

describe("lessons", () => {
  it("begin with a welcome and the first question", () => {
    expect(due("tybor", now({}), [])).toEqual(["welcome", "table", "choose"]);
  });
  it("come once", () => {
    expect(due("tybor", now({}), ["welcome", "table", "choose"])).toEqual([]);
  });
  it("explain what is proposed", () => {
    const given = ["welcome", "table", "choose", "use"];
    expect(due("tybor", now({ phase: "use", move: "build Mill great" }), given)).toEqual(["build"]);
    expect(due("tybor", now({ phase: "pay", move: "pay So3", view: { stage: 1, round: 3 } }), given)).toEqual(["pay"]);
  });
  it("tell the end of the game in time", () => {
    const view = { spaces: [{ tile: "Hut/1" }, { tile: null }] };
    const given = ["welcome", "board", "now", "months", "sheet"];
    expect(due("samara", now({ phase: "act", made: 20, view }), given)).toEqual(["last"]);
  });
});
