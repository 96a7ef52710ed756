import { describe, expect, it } from "vitest";
import { change, markers, path, percent } from "./curve";

const points = [
  { move: 0, wins: [0.5, 0.5] },
  { move: 1, wins: [0.25, 0.75] },
];

describe("the curve", () => {
  it("is a line through the chances of a seat", () => {
    expect(path(points, 1, (move) => 10 * move, (chance) => 100 * (1 - chance))).toBe(
      "M0.0 50.0L10.0 25.0",
    );
  });
  it("has its turning points on the line of their player", () => {
    const turn = { move: 1, seat: 1, kind: "decision", text: "" };
    expect(markers([turn], points)).toEqual([{ turn, number: 1, chance: 0.75 }]);
  });
  it("tells chances and changes in each language", () => {
    expect(percent(0.256, "en")).toBe("26%");
    expect(percent(0.256, "de")).toBe("26\u00a0%");
    expect([change(0.104, "en"), change(-0.031, "en"), change(0.001, "en")]).toEqual(["+10", "−3", "0"]);
  });
});
