import { expect, it } from "vitest";
import { coloursOf } from "./pad";

it("knows the colours of a secret objective", () => {
  expect(coloursOf("GBR")).toEqual(["green", "blue", "red"]);
});
