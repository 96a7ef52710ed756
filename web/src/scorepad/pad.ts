/** Score pads of all games: names, and the result as a text. */

import type { Schemas } from "../lib/api";
import { t } from "../lib/i18n.svelte";

/** The names of the players; who has none has a number. */
export function namesOf(players: readonly { name: string }[]): string[] {
  const seen = new Set<string>();
  return players.map(({ name }, k) => {
    let told = name.trim() || t("scorepad.player", { n: k + 1 });
    while (seen.has(told.toLowerCase())) told += "′";
    seen.add(told.toLowerCase());
    return told;
  });
}

/** The result as a text to send to somebody. */
export function told(title: string, result: Schemas["PadResult"]): string {
  const lines = [title];
  const order = result.sheets
    .map((sheet, seat) => ({ sheet, seat, won: result.winners.includes(seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.sheet.total - a.sheet.total);
  for (const { sheet, seat, won } of order) {
    lines.push("", `${won && !result.undecided ? "★ " : ""}${result.names[seat]}: ${sheet.total}`);
    for (const { clause, what, points } of sheet.lines)
      if (points) lines.push(`  ${what} [${clause}]: ${points}`);
  }
  return lines.join("\n");
}
