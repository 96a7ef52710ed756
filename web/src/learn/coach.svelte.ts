/** The coach of a guided game: what to explain now, and what to do and why. On the course both are
 *  known; off it the server is asked for a hint. Without one the player is free. */

import type { PageCourse } from "../games/game";
import { get, type Snapshot, type View } from "../lib/api";
import type { Game } from "../lib/games.svelte";
import type { Language } from "../lib/i18n.svelte";
import { fingerprint, moveOf, reason } from "./course";

export interface Proposal {
  action: number;
  move: string;
  /** Why, in sentences; none if the coach knows nothing better. */
  why: string[];
  /** Where it comes from. */
  from: "course" | "hint" | "nothing";
}

export class Coach {
  proposal = $state.raw<Proposal | null>(null);
  thinking = $state(false);
  /** The player has left the course. */
  isOff = $state(false);
  #asked = "";
  /** The question that the proposal answers. */
  asked = $state("");

  constructor(
    readonly table: string,
    readonly token: string | null,
    readonly own: PageCourse,
  ) {}

  /** What to do in this snapshot; to be called whenever it changes. While others' moves are still
   *  being shown (not `isCalm`) nothing. */
  look(snapshot: Snapshot, full: Game, language: Language, isCalm = true): void {
    const legal = (isCalm && snapshot.view?.legal) || [];
    const key = `${snapshot.seq} ${language} ${legal.join()}`;
    if (key === this.#asked) return;
    this.#asked = key;
    this.asked = `${snapshot.seq}`;
    this.thinking = false;
    if (!snapshot.view || !legal.length || snapshot.table.status !== "running") {
      this.proposal = null;
      return;
    }
    const moves = legal.map((action) => full.actions[action]?.move ?? "");
    const step = this.own.course.steps[fingerprint(this.own, snapshot.view as unknown as View)];
    const place = step ? moves.indexOf(step.move) : -1;
    const action = legal[place];
    if (step && action !== undefined) {
      this.isOff = false;
      this.proposal = { action, move: step.move, why: step.why[language].map(reason), from: "course" };
      return;
    }
    this.isOff = true;
    this.proposal = null;
    if (legal.length === 1) this.#propose(key, legal[0]!, moves[0] ?? "", []);
    else void this.#hint(key, legal, moves);
  }

  #propose(key: string, action: number, move: string, why: string[]): void {
    if (key !== this.#asked) return;
    this.thinking = false;
    this.proposal = { action, move, why, from: why.length ? "hint" : "nothing" };
  }

  async #hint(key: string, legal: number[], moves: string[]): Promise<void> {
    this.thinking = true;
    try {
      const path = { table: this.table };
      const [advice = "", , ...why] = await get("/api/tables/{table}/hint", { path, token: this.token });
      const move = moveOf(advice, moves);
      const action = legal[moves.indexOf(move ?? "")];
      if (move !== null && action !== undefined) this.#propose(key, action, move, why.map(reason));
      else this.#propose(key, legal[0]!, moves[0] ?? "", []);
    } catch {
      this.#propose(key, legal[0]!, moves[0] ?? "", []); // no server: propose anything rather than get stuck
    }
  }
}
