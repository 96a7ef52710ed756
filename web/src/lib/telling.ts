/** Which events the log shows: a card that was chosen, revealed and used gets one line, when it is
 *  used; drawn cards get one when it is known where they went. */

/** Events that repeat an earlier one with more detail. */
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
