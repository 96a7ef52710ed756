import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Picture } from "../lib/api";
import { Paced } from "./paced.svelte";

const picture = (after: number, seq: number) => ({ after, seq }) as Picture;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("shows the first of many moves at once, and the others one by one", () => {
  const paced = new Paced();
  paced.next(picture(0, 1));
  vi.advanceTimersByTime(5000);
  for (const seq of [2, 3, 4]) paced.next(picture(seq - 1, seq));
  expect(paced.shown?.seq).toBe(2);
  vi.advanceTimersByTime(500);
  expect(paced.shown?.seq).toBe(3);
  vi.advanceTimersByTime(500);
  expect(paced.shown?.seq).toBe(4);
});

it("shows what does not follow from it without delay", () => {
  const paced = new Paced();
  paced.next(picture(0, 7));
  paced.next(picture(7, 8));
  paced.next(picture(0, 3));
  expect(paced.shown?.seq).toBe(3);
  vi.advanceTimersByTime(5000);
  expect(paced.shown?.seq).toBe(3);
});
