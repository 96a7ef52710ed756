import { expect, it } from "vitest";
import { newPlayer, requestOf } from "./pad";

it("sends what was entered", () => {
  const players = [{ ...newPlayer(), name: "Anna", tiles: [3, 5] }, newPlayer()];
  expect(requestOf({ players })).toEqual({
    player: [
      { name: "Anna", tiles: [3, 5], next: null },
      { name: "Player 2", tiles: [], next: null },
    ],
  });
});
