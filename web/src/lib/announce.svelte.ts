/** Short notes on the screen, and announcements for screen readers. */

export interface Note {
  id: number;
  text: string;
  kind: "info" | "good" | "bad";
}

const SECONDS = 5;
let next = 1;
let notes = $state.raw<readonly Note[]>([]);
let spoken = $state("");

export const said = {
  get notes(): readonly Note[] {
    return notes;
  },
  /** The last words for screen readers. */
  get spoken(): string {
    return spoken;
  },
};

/** A note that everyone sees and screen readers read; it disappears after a while. */
export function toast(text: string, kind: Note["kind"] = "info"): void {
  const note = { id: next++, text, kind };
  notes = [...notes.slice(-2), note];
  setTimeout(() => drop(note.id), SECONDS * 1000);
}

export function drop(id: number): void {
  notes = notes.filter((note) => note.id !== id);
}

/** Clear the last words: another player now sits at the screen. */
export function hush(): void {
  spoken = "";
}

/** Only for screen readers: what others can see anyway. */
export function announce(text: string): void {
  spoken = spoken === text ? `${text}\u00a0` : text; // the same words again are said again
}
