/** Pictures one after the other: moves that come faster than anybody could follow wait a moment,
 *  unless less motion is wanted, nobody is looking, or they do not follow from what is shown. */

import type { Picture } from "../lib/api";
import { duration } from "../lib/motion";

const PACE = 480; // milliseconds for a move to be seen

export class Paced {
  shown = $state.raw<Picture | null>(null);
  #waiting: Picture[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  next(picture: Picture): void {
    const newest = this.#waiting.at(-1) ?? this.shown;
    if (!newest || newest.seq !== picture.after || !duration(PACE) || document.hidden) {
      this.close();
      this.#show(picture);
      return;
    }
    this.#waiting.push(picture);
    this.#wait();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #wait(): void {
    if (this.#timer !== undefined || !this.#waiting.length) return;
    const pace = PACE / Math.max(1, this.#waiting.length / 3); // many catch up
    const rest = Math.max(0, this.#last + pace - performance.now());
    if (!rest) this.#step();
    else this.#timer = setTimeout(() => this.#step(), rest);
  }

  #step(): void {
    this.#timer = undefined;
    const picture = this.#waiting.shift();
    if (picture) this.#show(picture);
    this.#wait();
  }

  #show(picture: Picture): void {
    this.shown = picture;
    this.#last = performance.now();
  }
}
