import { expect, it } from "vitest";

/** What each folder may take from which others; README.md says the same in words. */
const BOTTOM = ["art", "lib", "texts", "ui"];
const MAY: Record<string, string[]> = {
  art: [],
  texts: [],
  lib: ["texts"],
  ui: ["art", "lib"],
  understand: BOTTOM,
  tybor: [...BOTTOM, "understand", "table"],
  samara: [...BOTTOM, "understand", "table"],
  scorepad: [...BOTTOM, "understand"],
  replay: [...BOTTOM, "understand"],
  review: BOTTOM,
  learn: [...BOTTOM, "understand"],
  start: [...BOTTOM, "replay", "table"],
  table: [...BOTTOM, "start", "understand"],
};
/** The addresses' pages are loaded where the addresses are. */
const EXCEPTIONS = ["lib/router.svelte.ts -> pages"];

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const folderOf = (path: string) => (path.includes("/") ? path.split("/", 1)[0]! : "");

function folders(path: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g);
  return [...found].map(([, to]) => folderOf(new URL(to!, `http://x/${path}`).pathname.slice(1)));
}

it("folders import only from those below them", () => {
  const wrong = Object.entries(sources).flatMap(([file, source]) => {
    const path = file.slice(2);
    const from = folderOf(path);
    if (from === "" || from === "pages") return [];
    const may = [...(MAY[from] ?? []), from, ""];
    const others = folders(path, source).filter((to) => !may.includes(to));
    return others.map((to) => `${path} -> ${to}`);
  });
  expect(wrong.filter((one) => !EXCEPTIONS.includes(one))).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});
