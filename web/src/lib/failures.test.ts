import { afterEach, expect, it, vi } from "vitest";
import { words } from "../ui/Trouble.svelte";
import { ApiError, get } from "./api";
import { loadBots } from "./games.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answers = (text: string, status: number, type = "application/json") =>
  vi.stubGlobal("fetch", async () => new Response(text, { status, headers: { "Content-Type": type } }));
const failure = () => get("/api/lobby").then(() => null, (problem: unknown) => problem as ApiError);

it("everything that fails is an ApiError, in words", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect(words(await failure())).toBe("The server cannot be reached. Are you online?");
  answers("<h1>Bad Gateway</h1>", 502, "text/html");
  expect(words(await failure())).toBe("The server has a problem. Please try again in a moment.");
  for (const text of ["{", "null", '"?"', "[]"]) {
    answers(text, 500);
    expect(await failure()).toBeInstanceOf(ApiError);
  }
  answers("{", 200);
  expect(await failure()).toMatchObject({ status: 200, error: "garbled" });
  answers('{"error":"rules","message":"Not now.","clause":"T4.5"}', 409);
  expect(await failure()).toMatchObject({ error: "rules", clause: "T4.5" });
  expect(words(await failure())).toBe("Not now.");
});

it("an answer that breaks off is as if nobody answered", async () => {
  const broken = { text: () => Promise.reject(new TypeError("cut")), headers: new Headers(), ok: true };
  vi.stubGlobal("fetch", async () => broken);
  expect(await failure()).toMatchObject({ status: 0, error: "offline" });
});

it("a mistake of the page has words, too", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(words(new Error("oops"))).toContain("went wrong");
  expect(words(undefined)).toContain("went wrong");
  expect(logged).toHaveBeenCalledTimes(2);
});

it("bots are asked for again after a failure", async () => {
  answers("", 502);
  await expect(loadBots()).rejects.toBeInstanceOf(ApiError);
  answers("[]", 200);
  expect(await loadBots()).toEqual([]);
});
