/** A record that goes from one page to the next, without leaving this browser. */

let record: string | null = null;

export function hand(text: string): void {
  record = text;
}

/** The record, once. */
export function handed(): string | null {
  const text = record;
  record = null;
  return text;
}
