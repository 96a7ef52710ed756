import { afterEach, expect, it } from "vitest";
import { isShortcut } from "./shortcuts";

afterEach(() => (document.body.innerHTML = ""));

/** Whether a key counts that is pressed with the focus on what `selector` finds. */
function counts(selector: string, options: KeyboardEventInit = {}): boolean {
  let found = false;
  const listen = (event: KeyboardEvent) => void (found = isShortcut(event));
  document.addEventListener("keydown", listen);
  const event = new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true, ...options });
  document.querySelector(selector)!.dispatchEvent(event);
  document.removeEventListener("keydown", listen);
  return found;
}

it("keys count on arrival, in the log, on buttons and on the board", () => {
  document.body.innerHTML = `<main tabindex="-1"><button>Hint</button><div class="log" tabindex="0"></div>
    <div class="board"><button class="space"></button></div></main>`;
  for (const where of ["body", "main", "main > button", ".log", ".space"]) expect(counts(where)).toBe(true);
});

it("keys do not count while somebody writes, chooses or is asked something", () => {
  document.body.innerHTML = `<input /><select><option></option></select><textarea></textarea>
    <div popover><button></button></div><dialog><button></button></dialog>`;
  for (const where of ["input", "select", "textarea", "[popover] button", "dialog button"])
    expect(counts(where)).toBe(false);
  document.querySelector("dialog")!.setAttribute("open", "");
  expect(counts("body")).toBe(false);
});

it("keys do not count with Ctrl, Meta or Alt", () => {
  for (const key of ["ctrlKey", "metaKey", "altKey"]) expect(counts("body", { [key]: true })).toBe(false);
});
