import { expect, it } from "vitest";
import { ranking } from "./ranking";

const score = (total: number, tiebreak = 0) => ({ total, tiebreak, lines: [] });
const places = (scores: object[], winners: number[]) =>
  ranking({ scores: scores as never, winners }).map(({ seat, rank }) => [seat, rank]);

it("puts the winner first and the others by points", () => {
  expect(places([score(40), score(62), score(51)], [1])).toEqual([[1, 1], [2, 2], [0, 3]]);
});

it("goes by the tie-break where points are the same", () => {
  expect(places([score(40, 1), score(40, 5), score(30)], [1])).toEqual([[1, 1], [0, 2], [2, 3]]);
});

it("lets those share a place who share everything", () => {
  expect(places([score(40, 3), score(40, 3), score(9)], [0, 1])).toEqual([[0, 1], [1, 1], [2, 3]]);
});
