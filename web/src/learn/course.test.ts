import { describe, expect, it } from "vitest";
import samara from "./courses/samara.json";
import tybor from "./courses/tybor.json";
import type { Schemas } from "../lib/api";
import { fingerprint, moveOf, reason } from "./course";

describe("a course", () => {
  it("knows a table by what lies on it", () => {
    const view = {
      game: "samara", phase: "act", legal: [1, 20], now: 0, foreman: 0, worker: "a",
      spaces: [{ tile: "Hut/1", tools: ["saw"] }, { tile: null, tools: [] }],
      calendar: [{ month: 0, line: [{ seat: 0, worker: "a", strength: 1 }] }],
    } as unknown as Schemas["SamaraView"];
    const other = { ...view, now: 1 };
    expect(fingerprint(view)).toMatch(/^[0-9a-f]{8}$/);
    expect(fingerprint(view)).not.toBe(fingerprint(other));
  });
  it("has a move and reasons in both languages for every question", () => {
    for (const { steps } of [tybor, samara])
      for (const { move, why } of Object.values(steps)) {
        expect(move).toMatch(/^[a-z]/);
        expect(why.en.length).toBe(why.de.length);
      }
  });
  it("finds the move that a hint means", () => {
    const moves = ["worker", "build Mill little", "build Mill great"];
    expect(moveOf("Build the Mill: type build Mill great", moves)).toBe("build Mill great");
    expect(moveOf("Nothing of the sort", moves)).toBeNull();
  });
  it("leaves the dash of plans out", () => {
    expect(reason("– It costs nothing.")).toBe("It costs nothing.");
  });
});
