/** Keys that work wherever the focus is: not while somebody writes, chooses from a list, answers a
 *  dialog, or holds Ctrl, Meta or Alt. */

const OWN_KEYS = "input, select, textarea, dialog, [popover], [contenteditable]";

/** Whether a key is free to be a shortcut of the page or the table. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false; // clicked beside what it asks: the focus is nowhere
  return !(event.target instanceof Element && event.target.closest(OWN_KEYS));
}
