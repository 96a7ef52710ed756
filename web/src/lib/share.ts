/** What has not changed stays the same object: whatever shows it need not be looked at again. */

type Parts = Record<string, unknown>;

const isWhole = (value: unknown): value is Parts => typeof value === "object" && value !== null;

/** A newer value as JSON gave it, with those parts of the older one that are equal. */
export function shared<T>(older: unknown, newer: T): T {
  if (older === newer || !isWhole(older) || !isWhole(newer)) return newer;
  if (Array.isArray(older) !== Array.isArray(newer)) return newer;
  const parts = newer as Parts;
  const names = Object.keys(parts);
  let isSame = names.length === Object.keys(older).length;
  for (const name of names) {
    parts[name] = shared(older[name], parts[name]);
    isSame &&= name in older && parts[name] === older[name];
  }
  return isSame ? (older as T) : newer;
}
