import { expect, it } from "vitest";
import { PAGE_GAMES } from "./games";

/** What each folder may take from which others; README.md says the same in words. A game is a folder of
 *  its own: games/NAME. */
const BOTTOM = ["art", "lib", "texts", "ui"];
const COMMON = [...BOTTOM, "games", "understand"];
const MAY: Record<string, string[]> = {
  art: [],
  texts: [],
  lib: ["texts"],
  ui: ["art", "lib"],
  games: ["art", "lib"],
  understand: [...BOTTOM, "games"],
  scorepad: COMMON,
  replay: COMMON,
  review: BOTTOM,
  learn: COMMON,
  start: [...COMMON, "replay", "table"],
  table: [...COMMON, "start"],
};
const GAME = [...COMMON, "table", "scorepad"];
const EXCEPTIONS = [
  "lib/router.svelte.ts -> pages", // the addresses' pages are loaded where the addresses are
  ...PAGE_GAMES.map(({ name }) => `games/index.ts -> games/${name}`),
];

const everything = import.meta.glob<string>(["./**/*.{ts,svelte,css,json,svg}", "!./**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const isCode = (path: string) => /\.(ts|svelte)$/.test(path) && !path.endsWith(".test.ts");
const sources = Object.fromEntries(Object.entries(everything).filter(([path]) => isCode(path)));

function folderOf(path: string): string {
  const [first = "", second = "", ...rest] = path.split("/");
  if (first !== "games") return path.includes("/") ? first : "";
  return rest.length || PAGE_GAMES.some(({ name }) => name === second) ? `games/${second}` : first;
}

function folders(path: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g);
  return [...found].map(([, to]) => folderOf(new URL(to!, `http://x/${path}`).pathname.slice(1)));
}

it("folders import only from those below them", () => {
  const wrong = Object.entries(sources).flatMap(([file, source]) => {
    const path = file.slice(2);
    const from = folderOf(path);
    if (from === "" || from === "pages") return [];
    const may = [...(from.startsWith("games/") ? GAME : (MAY[from] ?? [])), from, ""];
    const others = folders(path, source).filter((to) => !may.includes(to));
    return others.map((to) => `${path} -> ${to}`);
  });
  expect(wrong.filter((one) => !EXCEPTIONS.includes(one))).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});

it("only a game's own folder and the list of games name it", () => {
  const wrong = Object.entries(everything).flatMap(([file, source]) =>
    PAGE_GAMES.filter(({ name }) => !file.startsWith(`./games/${name}/`) && file !== "./games/index.ts")
      .filter(({ name }) => `${file} ${source}`.toLowerCase().includes(name))
      .map(({ name }) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
  expect(PAGE_GAMES.length).toBeGreaterThan(0);
});
