/** The moment in which everyone's cards of a round are shown, before they move to their places. */

import type { Snapshot } from "../../lib/api";
import type { StoryEvent } from "../../lib/socket.svelte";
import type { Pace } from "../../table/paced.svelte";
import { bringsHands } from "./game";

/** A card of this round that everybody sees, and what it is used for, if that is known. */
export interface Revealed {
  seat: number;
  card: string;
  as?: "citizen" | "worker" | "builder";
  building?: string;
}

const MOMENT = 900; // milliseconds

/** What others use is looked at before it is shown; whatever comes meanwhile is in it, too. */
export const MOMENTS: Pace = {
  rest: (waiting) => (waiting.some(isUseOfOthers) ? MOMENT : 0),
  jumps: true,
};

function isUseOfOthers({ events, you }: Snapshot): boolean {
  return (events as StoryEvent[]).some(({ type, seat }) => type === "use" && seat !== you.seat);
}

/** The cards of the round that is going on after so many events, in the order of the play. */
export function revealedSince(story: readonly StoryEvent[], after: number): Revealed[] {
  const from = story.slice(0, after).findLastIndex(bringsHands) + 1;
  const until = story.findIndex((event, k) => k >= Math.max(after, from) && bringsHands(event));
  const found = new Map<number, Revealed>();
  for (const event of story.slice(from, until < 0 ? undefined : until))
    if (event.type === "reveal" || event.type === "use") {
      const one = event as unknown as Revealed;
      found.set(one.seat, one);
    }
  return [...found.values()];
}
