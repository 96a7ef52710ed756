/** What a game's table hands over to the page around it, until it takes it back. A table that is on its
 *  way out ends only after the next one has come: what that one has handed over stays. */

import type { TakeBack } from "../games/game";

/** Where something is handed over to: what is there now, and how to put something else there. */
export function handover<T>(now: () => T | null, put: (given: T | null) => void): (given: T) => TakeBack {
  return (given) => {
    put(given);
    return () => {
      if (now() === given) put(null);
    };
  };
}
