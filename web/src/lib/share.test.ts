import { expect, it } from "vitest";
import { shared } from "./share";

it("keeps what is equal, and takes what is not", () => {
  const older = { seq: 1, seats: [{ name: "Anna", tools: ["saw"] }, { name: "Bert", tools: [] }] };
  const newer = { seq: 2, seats: [{ name: "Anna", tools: ["saw"] }, { name: "Bert", tools: ["saw"] }] };
  const told = structuredClone(newer);
  const found = shared(older, newer);
  expect(found).toEqual(told);
  expect(found.seats[0]).toBe(older.seats[0]);
  expect(found.seats[1]).not.toBe(older.seats[1]);
});

it("keeps all of it if nothing has changed", () => {
  const older = { spaces: [{ row: 1, tile: null }] };
  expect(shared(older, { spaces: [{ row: 1, tile: null }] })).toBe(older);
});

it("sees what is missing, more, or of another kind", () => {
  expect(shared({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shared({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
  expect(shared([1, 2], [1])).toEqual([1]);
  expect(shared([], {})).toEqual({});
  expect(shared(null, { a: null })).toEqual({ a: null });
});
