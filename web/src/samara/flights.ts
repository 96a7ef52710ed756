/** Things that fly: figures along the calendar, tiles and tools between board and foremen. */

import { cubicInOut } from "svelte/easing";
import { fade } from "svelte/transition";
import type { StoryEvent } from "../lib/socket.svelte";
import { crossing, duration } from "../lib/motion";

const LONGEST = 480;

export const [send, receive] = crossing({
  duration: (distance) => duration(Math.min(LONGEST, 160 + Math.sqrt(distance) * 14)),
  easing: cubicInOut,
  fallback: (node) => fade(node, { duration: duration(160) }),
});

/** How list moves look. */
export const sliding = { duration: (distance: number) => duration(Math.min(400, 120 + distance)) };

type Told = StoryEvent & { type?: string };

/** The tiles that each seat has built so far, in order. */
export function builtBy(story: readonly StoryEvent[], seats: number): string[][] {
  const built: string[][] = Array.from({ length: seats }, () => []);
  for (const event of story as readonly Told[])
    if (event.type === "turn" && event.action === "build")
      built[Number(event.seat)]?.push(String(event.tile));
  return built;
}

/** Where the last tool of this kind went to or came from, as a name for its flight. */
export function toolFlight(story: readonly StoryEvent[], seat: number, tool: string): string {
  for (let k = story.length - 1; k >= 0; k--) {
    const event = story[k] as Told;
    if (event.seat !== seat || event.tool !== tool) continue;
    if (event.type === "turn" || event.type === "lose_tool")
      return flightAt(Number(event.row), Number(event.column), tool);
  }
  return "";
}

export const flightAt = (row: number, column: number, tool: string): string =>
  `tool ${row},${column} ${tool}`;
