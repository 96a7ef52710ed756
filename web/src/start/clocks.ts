/** Clocks to choose from: seconds for every move, and a reserve for the whole game. */

export const CLOCKS = [
  { name: "none", per_move: 0, reserve: 0 },
  { name: "quick", per_move: 30, reserve: 180 },
  { name: "usual", per_move: 60, reserve: 600 },
  { name: "calm", per_move: 180, reserve: 1200 },
  { name: "day", per_move: 86_400, reserve: 172_800 },
  { name: "days", per_move: 259_200, reserve: 604_800 },
] as const;
export type ClockName = (typeof CLOCKS)[number]["name"];

/** What the server is asked for; null without a clock. */
export function clockNamed(name: ClockName): { per_move: number; reserve: number } | null {
  const { per_move = 0, reserve = 0 } = CLOCKS.find((one) => one.name === name) ?? {};
  return per_move ? { per_move, reserve } : null;
}
