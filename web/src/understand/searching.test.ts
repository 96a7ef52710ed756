import { describe, expect, it } from "vitest";
import { found, pieces, withClauses, wordsIn } from "./searching";

const english = [
  { clause: "T6", text: "Scoring" },
  { clause: "T6.5", text: "Every third *farmer* scores." },
];
const german = [{ clause: "T6.5", text: "Jeder dritte Bauer zählt für Bürger." }];

describe("searching the rules", () => {
  it("finds clauses by words of either language, and no titles", () => {
    expect(found(english, german, wordsIn("farmer")).map(({ clause }) => clause)).toEqual(["T6.5"]);
    expect(found(english, german, wordsIn("Bauer dritte")).map(({ clause }) => clause)).toEqual(["T6.5"]);
    expect(found(english, german, wordsIn("scoring"))).toEqual([]);
  });
  it("knows what people call things that the rules call otherwise", () => {
    const cost = [{ clause: "T4.6", text: "Minus 1 for every colour symbol." }];
    expect(found(cost, [], wordsIn("discount"))).toHaveLength(1);
    expect(found(german, cost, wordsIn("Rabatt"))).toHaveLength(0);
  });
  it("does not mind capitals and dots", () => {
    expect(found(german, english, wordsIn("BURGER ZAHLT"))).toHaveLength(1);
  });
  it("marks what was searched inside emphasis", () => {
    expect(pieces("Every third *farmer* scores.", ["farm"])).toEqual([
      { text: "Every third ", hit: false, em: false },
      { text: "farm", hit: true, em: true },
      { text: "er", hit: false, em: true },
      { text: " scores.", hit: false, em: false },
    ]);
    expect(pieces("Bürger", ["burg"])[0]).toEqual({ text: "Bürg", hit: true, em: false });
  });
  it("sees clauses in a text", () => {
    expect(withClauses("as in T4.7, then")).toEqual([
      { text: "as in ", clause: null },
      { text: "T4.7", clause: "T4.7" },
      { text: ", then", clause: null },
    ]);
  });
});
