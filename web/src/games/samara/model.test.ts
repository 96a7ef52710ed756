import { describe, expect, it } from "vitest";
import { months, movesAt, read, type View } from "./model";

describe("notation", () => {
  it("names what is done, and where", () => {
    expect(read("tool 3,1 trowel_compass")).toEqual({
      kind: "tool", row: 3, column: 1, tool: "trowel_compass",
    });
    expect(read("build 2,4")).toEqual({ kind: "build", row: 2, column: 4 });
    expect(read("newcomer woman")).toEqual({ kind: "newcomer", sex: "woman" });
    expect(read("with a c")).toEqual({ kind: "with", workers: ["a", "c"] });
    expect(read("alone")).toEqual({ kind: "with", workers: [] });
    expect(read("lose glass_b")).toEqual({ kind: "lose", tool: "glass_b" });
    expect(read("worker b")).toEqual({ kind: "worker", worker: "b" });
  });

  it("does not guess at what it does not know", () => {
    expect(read("dance 1,1")).toBeNull();
  });
});

describe("a space", () => {
  it("offers its tile and each kind of tool once", () => {
    const space = { row: 2, column: 1, tile: "Hut/1", tools: ["saw" as const, "saw" as const] };
    expect(movesAt(space)).toEqual(["build 2,1", "tool 2,1 saw"]);
    expect(movesAt({ ...space, tile: null, tools: [] })).toEqual([]);
  });
});

describe("the calendar", () => {
  const view = { now: 1, last_month: 10, options: { start_month: 4 }, calendar: [] } as unknown as View;

  it("goes from NOW to the last month, with a seam between the half-years", () => {
    const shown = months(view);
    expect(shown.map(({ ofYear }) => ofYear)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 1, 2]);
    expect(shown.filter(({ seam }) => seam).map(({ ofYear }) => ofYear)).toEqual([7, 1]);
    expect([shown[0]?.state, shown[1]?.state, shown.at(-1)?.state]).toEqual(["now", "later", "last"]);
  });
});
