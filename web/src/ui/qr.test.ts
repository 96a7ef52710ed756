import { mount, unmount } from "svelte";
import { expect, it } from "vitest";
import Qr from "./Qr.svelte";

const QUIET = 3;

/** How many modules wide the code of a text is, as the page draws it. */
function modules(text: string): number {
  const target = document.createElement("div");
  const shown = mount(Qr, { target, props: { text, label: "a link" } });
  const drawing = target.querySelector('svg[aria-label="a link"]');
  const width = Number(drawing?.getAttribute("viewBox")?.split(" ")[2]);
  expect(drawing?.querySelector("path")?.getAttribute("d")).toMatch(/^M/);
  void unmount(shown);
  return width - 2 * QUIET;
}

// Sizes of ISO/IEC 18004 for text as bytes, of which a seventh may be damaged (M).
it("a link is drawn as the smallest QR code that withstands some damage", () => {
  expect(modules("a".repeat(14))).toBe(21);
  expect(modules("a".repeat(15))).toBe(25);
  expect(modules("a".repeat(412))).toBe(77);
});
