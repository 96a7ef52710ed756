import { describe, expect, it } from "vitest";
import { coloursOf, namesOf, newSamaraPlayer, samaraWish, told } from "./pad";

describe("the score pad", () => {
  it("gives players without a name a number, and tells equal names apart", () => {
    expect(namesOf([{ name: "Anna" }, { name: " anna " }, { name: "" }])).toEqual(["Anna", "anna′", "Player 3"]);
  });
  it("knows the colours of a secret objective", () => {
    expect(coloursOf("GBR")).toEqual(["green", "blue", "red"]);
  });
  it("sends what was entered", () => {
    const players = [{ ...newSamaraPlayer(), name: "Anna", tiles: [3, 5] }, newSamaraPlayer()];
    expect(samaraWish({ players })).toEqual({
      player: [
        { name: "Anna", tiles: [3, 5], next: null },
        { name: "Player 2", tiles: [], next: null },
      ],
    });
  });
  it("tells the winner first", () => {
    const sheet = (total: number) => ({ total, tiebreak: 0, lines: [{ clause: "S8.1", what: "prestige", points: total }] });
    const result = { game: "samara", names: ["Anna", "Bert"], sheets: [sheet(3), sheet(8)], winners: [1], undecided: false };
    expect(told("Samara", result)).toBe(
      "Samara\n\n★ Bert: 8\n  prestige [S8.1]: 8\n\nAnna: 3\n  prestige [S8.1]: 3",
    );
  });
});
