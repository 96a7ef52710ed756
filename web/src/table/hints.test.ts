import { expect, it } from "vitest";
import { shownHint } from "./hints";

const MOVES = new Set(["choose So2YBR", "choose Fa3BR", "holiday"]);

it("leaves out what would be typed, and gives clauses apart", () => {
  const lines = shownHint(
    [
      "Choose the soldier (strength 2): type choose So2YBR",
      "Clearly best; next: choose the farmer (strength 3) (choose Fa3BR), 41%.",
      "– 4 soldiers bring 8 points [T6.10].",
    ],
    MOVES,
  );
  expect(lines).toEqual([
    { text: "Choose the soldier (strength 2).", clauses: [] },
    { text: "Clearly best; next: choose the farmer (strength 3), 41%.", clauses: [] },
    { text: "4 soldiers bring 8 points.", clauses: ["T6.10"] },
  ]);
});

it("leaves other sentences alone", () => {
  expect(shownHint(["Nur das: tippe holiday", "Erst A: dann B"], MOVES).map(({ text }) => text)).toEqual([
    "Nur das.",
    "Erst A: dann B",
  ]);
  expect(shownHint(["A: type something else"], MOVES)[0]?.text).toBe("A: type something else");
});
