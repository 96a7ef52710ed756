/** What this browser keeps for itself; without storage (private windows) it forgets. */

const PREFIX = "baumeister.";

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // full or forbidden: it works until the page is closed
  }
}

/** A secret that nobody can guess, in letters that tokens and ids may have. */
export function secret(bytes = 24): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  const text = btoa(String.fromCharCode(...random));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
