import { expect, it } from "vitest";
import { handover } from "./handover";

it("is taken back by whoever gave it, and not once the next one has come", () => {
  let points: string | null = null;
  const give = handover(() => points, (given) => (points = given));
  const takeBackAnnas = give("Anna's");
  const takeBackBerts = give("Bert's");
  takeBackAnnas();
  expect(points).toBe("Bert's");
  takeBackBerts();
  expect(points).toBeNull();
});
