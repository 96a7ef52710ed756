import { describe, expect, it } from "vitest";
import { shift } from "./sight";

describe("what is brought into sight between 50 and 500", () => {
  it("stays where it is if it can be seen", () => {
    expect(shift([[60, 400]], 50, 500)).toBe(0);
  });
  it("comes up from below, and down from above", () => {
    expect(shift([[450, 560]], 50, 500)).toBe(60);
    expect(shift([[20, 90]], 50, 500)).toBe(-30);
  });
  it("if not all have room, the last one has", () => {
    const [calendar, space] = [[480, 640], [80, 140]] as const;
    expect(shift([calendar, space], 50, 500)).toBe(30);
  });
});
