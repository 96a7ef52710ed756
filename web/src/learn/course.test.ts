import { describe, expect, it } from "vitest";
import { PAGE_GAMES } from "../games";
import type { PageCourse } from "../games/game";
import type { View } from "../lib/api";
import { due, fingerprint, moveOf, reason } from "./course";

const view = (changes: object) => ({ phase: "act", legal: [1, 20], seat: 0, waiting_for: [0], now: 0, ...changes }) as View;
const own = { parts: ({ now }: View) => [Number(now)] };

describe("a course", () => {
  it("knows a table by what lies on it", () => {
    expect(fingerprint(own, view({}))).toBe("2047b34e");
    expect(fingerprint(own, view({ now: 1 }))).not.toBe(fingerprint(own, view({})));
    expect(fingerprint(own, view({ legal: [1] }))).not.toBe(fingerprint(own, view({})));
  });
  it("gives each lesson once, as soon as it is due", () => {
    const lessons = [{ id: "welcome", when: () => true }, { id: "late", when: ({ made }: { made: number }) => made > 3 }];
    const now = { phase: "act", asked: true, move: null, made: 0, view: view({}) };
    expect(due({ lessons }, now, [])).toEqual(["welcome"]);
    expect(due({ lessons }, { ...now, made: 4 }, ["welcome"])).toEqual(["late"]);
  });
  it("has a move and reasons in both languages for every question", async () => {
    const found = await Promise.all(PAGE_GAMES.map(async ({ course }) => (await course?.())?.default));
    const courses = found.filter((one): one is PageCourse => one !== undefined);
    expect(courses.length).toBeGreaterThan(0);
    for (const { course } of courses)
      for (const { move, why } of Object.values(course.steps)) {
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
