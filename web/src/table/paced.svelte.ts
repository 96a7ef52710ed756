/** Delays snapshots that arrive faster than anyone could follow, unless the user wants less motion,
 *  the tab is hidden, or they do not follow from what is shown. Each game sets its own pace. */

import type { Snapshot } from "../lib/api";
import { duration } from "../lib/motion";

export interface Pace {
  /** Milliseconds until one of those that wait is shown; what is shown has been for so long. */
  rest: (waiting: readonly Snapshot[], shownFor: number) => number;
  /** Then the newest comes, and not the next. */
  jumps?: boolean;
  /** More than so many do not wait: the oldest are left out. */
  most?: number;
}

const PACE = 480; // milliseconds for a move to be seen

/** Every move is seen, one after the other; many catch up. */
export const ONE_BY_ONE: Pace = {
  rest: ({ length }, shownFor) => PACE / Math.max(1, length / 3) - shownFor,
  most: 12, // a few seconds
};

export class Paced {
  shown = $state.raw<Snapshot | null>(null);
  /** What has come and is not shown yet. */
  waiting = $state.raw<readonly Snapshot[]>([]);
  readonly #pace: Pace;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  next(snapshot: Snapshot): void {
    const newest = this.waiting.at(-1) ?? this.shown;
    if (!newest || newest.seq !== snapshot.after || !duration(1) || document.hidden) {
      this.close();
      this.#show(snapshot);
      return;
    }
    this.waiting = [...this.waiting, snapshot].slice(-(this.#pace.most ?? Infinity));
    this.#wait();
  }

  /** Show the newest now. */
  catchUp(): void {
    const newest = this.waiting.at(-1);
    this.close();
    if (newest) this.#show(newest);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.waiting.length) this.waiting = [];
  }

  #wait(): void {
    if (this.#timer !== undefined || !this.waiting.length) return;
    const rest = this.#pace.rest(this.waiting, performance.now() - this.#last);
    if (rest <= 0) this.#step();
    else this.#timer = setTimeout(() => this.#step(), rest);
  }

  #step(): void {
    this.#timer = undefined;
    if (this.#pace.jumps) return this.catchUp();
    const [next, ...later] = this.waiting;
    this.waiting = later;
    if (next) this.#show(next);
    this.#wait();
  }

  #show(snapshot: Snapshot): void {
    this.shown = snapshot;
    this.#last = performance.now();
  }
}
