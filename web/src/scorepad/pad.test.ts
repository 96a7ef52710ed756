import { describe, expect, it } from "vitest";
import { namesOf, told } from "./pad";

describe("the score pad", () => {
  it("gives players without a name a number, and tells equal names apart", () => {
    expect(namesOf([{ name: "Anna" }, { name: " anna " }, { name: "" }])).toEqual(["Anna", "anna′", "Player 3"]);
  });
  it("tells the winner first", () => {
    const sheet = (total: number) => ({ total, tiebreak: 0, lines: [{ clause: "P8.1", what: "points", points: total }] });
    const result = { game: "pebbles", names: ["Anna", "Bert"], sheets: [sheet(3), sheet(8)], winners: [1], undecided: false };
    expect(told("Pebbles", result)).toBe(
      "Pebbles\n\n★ Bert: 8\n  points [P8.1]: 8\n\nAnna: 3\n  points [P8.1]: 3",
    );
  });
});
