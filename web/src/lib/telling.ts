/** Which events are told: a card that was chosen, revealed and used is told once, as soon as it is
 *  used, and what was drawn when it is known what became of it. */

/** What tells a thing again, and more of it. */
const LATER: Record<string, string[]> = {
  choose: ["reveal", "lose_tool"],
  reveal: ["use"],
  look: ["draw"],
};

export function telling<E extends Record<string, unknown>>(events: readonly E[]): E[] {
  const later = new Set<string>();
  return events
    .toReversed()
    .filter(({ type, seat }) => {
      later.add(`${type} ${seat}`);
      return !LATER[String(type)]?.some((one) => later.has(`${one} ${seat}`));
    })
    .reverse();
}
