import { expect, it } from "vitest";
import { laidOut, type Words } from "./laid_out";

const words: Words = {
  name: (code) => ({ Mill: "Mühle" })[code] ?? code,
  player: (seat) => ["Anna", "Bert"][seat] ?? "?",
  yes: "ja", no: "nein", nothing: "–",
};
const view = {
  game: "pebbles", legal: [1, 2], phase: "take", seat: 1, waiting_for: [0, 1], last_taken: null, discard: [],
  options: { players: 2, heaps: 3 },
  seats: [
    { name: "Anna", pebbles: 3, hand: ["Mill", "Barn"], passed: false },
    { name: "Bert", pebbles: 5, hand: [], passed: true, bonus: { red: 1, blue: 2 } },
  ],
  heaps: [{ size: 4, seat: 0 }],
};

it("tells what there is one of as facts, without what is shown elsewhere", () => {
  expect(laidOut(view, words).facts).toEqual([
    { label: "Phase", text: "take" },
    { label: "Seat", text: "Bert" },
    { label: "Waiting for", text: "Anna, Bert" },
    { label: "Last taken", text: "–" },
    { label: "Discard", text: "–" },
    { label: "Options: players", text: "2" },
    { label: "Options: heaps", text: "3" },
  ]);
});
it("tells what there are several of as tables, the players first", () => {
  expect(laidOut(view, words).grids).toEqual([
    {
      label: "Seats",
      columns: ["Pebbles", "Hand", "Passed", "Bonus"],
      rows: [
        { seat: 0, cells: ["3", "Mühle, Barn", "nein", "–"] },
        { seat: 1, cells: ["5", "–", "ja", "red 1, blue 2"] },
      ],
    },
    { label: "Heaps", columns: ["Size", "Seat"], rows: [{ seat: null, cells: ["4", "Anna"] }] },
  ]);
});
it("calls keys what the game calls them", () => {
  const german: Words = { ...words, name: (code) => ({ n_pile: "Stapel", hand: "Hand" })[code] ?? code };
  const shown = laidOut({ n_pile: 3, seats: [{ name: "Anna", hand: [1], ab: { n_pile: 2 } }] }, german);
  expect(shown.facts).toEqual([{ label: "Stapel", text: "3" }]);
  expect(shown.grids[0]?.columns).toEqual(["Hand", "Ab"]);
  expect(shown.grids[0]?.rows[0]?.cells).toEqual(["1", "Stapel 2"]);
});
it("keeps nothing back of a view that it has never seen", () => {
  const { facts, grids } = laidOut({ a: { b: { c: [1, [2, 3]] } }, d: [{ e: [{ f: 1 }] }], g: [[1, 2], [3]] }, words);
  expect(facts).toEqual([{ label: "A: b: c", text: "1; 2, 3" }, { label: "G", text: "1, 2; 3" }]);
  expect(grids).toEqual([{ label: "D", columns: ["E"], rows: [{ seat: null, cells: ["f 1"] }] }]);
});
