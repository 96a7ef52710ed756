/** What an action would lead to, or why it is not possible: asked of the server once the eye rests
 *  on something, and remembered as long as the table stays as it is. */

import { ApiError, get, post } from "../../lib/api";
import type { Preview } from "./model";

export type Look =
  | { action: number; preview: Preview }
  | { action: number; reason: string; clause: string | null };

const REST = 90; // milliseconds until a glance becomes a look

export class Looking {
  /** What is known about the action that is looked at. */
  now = $state.raw<Look | null>(null);
  #known = new Map<string, Look>();
  #wanted = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  /** Look at an action of the position `seq`; null: at nothing. */
  at(table: string, token: string | null, seq: string, action: number | null, legal: boolean): void {
    const key = `${table} ${seq} ${action}`;
    if (key === this.#wanted) return;
    this.close();
    this.#wanted = key;
    const known = this.#known.get(key) ?? null;
    this.now = known;
    if (known || action === null) return;
    this.#timer = setTimeout(() => void this.#ask(key, table, token, action, legal), REST);
  }

  /** Ask no longer: something else is looked at, or it is being done. */
  close(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#wanted = "";
  }

  async #ask(
    key: string, table: string, token: string | null, action: number, legal: boolean,
  ): Promise<void> {
    const asking = (this.#asking = new AbortController());
    try {
      const look = await this.#answer(table, token, action, legal, asking.signal);
      if (!look) return;
      if (this.#known.size > 400) this.#known.clear();
      this.#known.set(key, look);
      if (this.#wanted === key) this.now = look;
    } catch (error) {
      // Offline or too late: it is only a preview.
      if (!(error instanceof ApiError || asking.signal.aborted)) throw error;
    }
  }

  async #answer(
    table: string, token: string | null, action: number, legal: boolean, signal: AbortSignal,
  ): Promise<Look | null> {
    if (legal) {
      const body = { actions: [action] };
      const given = { path: { table }, body, token, signal };
      return { action, preview: await post("/api/tables/{table}/preview", given) };
    }
    const given = { path: { table }, query: { action }, token, signal };
    const why = await get("/api/tables/{table}/why-not", given);
    return why.message === null ? null : { action, reason: why.message, clause: why.clause };
  }
}
