/** A replay of a table or of a saved game: its positions as one player, a spectator or everyone sees
 *  them. Each position becomes a snapshot, which the game's own table shows. */

import { pageGame } from "../games";
import type { Moment } from "../games/game";
import { get, post, type Snapshot, type Schemas, type TableInfo } from "../lib/api";
import type { StoryEvent, TableConnection } from "../lib/socket.svelte";
import { telling } from "../lib/telling";

type Full = Schemas["PositionFull"];
type Json = Record<string, unknown>;
export type Eyes = NonNullable<Schemas["ReplayRequest"]["seat"]>;

export class Watching {
  game = $state.raw<string | null>(null);
  names = $state.raw<string[]>([]);
  /** How many decisions there are. */
  of = $state(0);
  over = $state(false);
  eyes = $state.raw<Eyes>("watch");
  /** The own seat at the table. */
  you = $state.raw<number | null>(null);
  title = $state("");
  moments = $state.raw<readonly (Moment | undefined)[]>([]);
  info = $state.raw<TableInfo | null>(null);
  /** Of a record of former data: what was printed then. */
  former = $state.raw<Schemas["FormerData"] | null>(null);
  #table = "";
  #token: string | null = null;
  #asked = new Map<number, Promise<void>>();

  /** A table; of a finished game all positions at once, otherwise each when it is wanted. A screen
   *  that several share has a spectator's eyes until then: it might be anybody who looks. */
  async ofTable(
    table: string, token: string | null, wanted: Eyes | null, isShared = false,
  ): Promise<void> {
    const path = { table };
    const snapshot = await get("/api/tables/{table}", { path, token });
    this.#table = table;
    this.#token = token;
    this.you = isShared && !snapshot.table.scores ? null : snapshot.you.seat;
    this.info = snapshot.table;
    this.title = snapshot.table.name;
    if (snapshot.table.scores) {
      const query = { form: "text" as const };
      const record = await get("/api/tables/{table}/record", { path, query, token });
      const own = this.you === null ? "open" : (`${this.you}` as Eyes);
      await this.ofRecord(String(record), wanted ?? own);
      return;
    }
    this.game = snapshot.table.game;
    this.names = snapshot.table.seats.map(({ name }) => name ?? "");
    this.over = false;
    const own = this.you === null ? "watch" : (`${this.you}` as Eyes);
    this.eyes = isShared ? "watch" : (wanted ?? own);
    this.moments = [];
    this.#asked.clear();
    await this.need(0);
  }

  /** A record. */
  async ofRecord(record: string, wanted: Eyes | null): Promise<void> {
    const body = wanted === null ? { record } : { record, seat: wanted };
    const told = await post("/api/replay", { body });
    const { kind, seat } = told.eyes;
    this.eyes = kind === "seat" ? (`${seat}` as Eyes) : kind;
    this.game = told.game;
    this.names = told.names;
    this.over = told.over;
    this.of = told.of;
    this.former = told.former;
    this.#asked.clear();
    let view: Json = {};
    let own: Json[] | null = null;
    this.moments = told.positions.map((position) => {
      view = { ...view, ...position.view };
      own = position.own && position.own.map((changed, k) => ({ ...own?.[k], ...changed }));
      return { ...position, events: position.events as StoryEvent[], view, own };
    });
  }

  /** Have a position; at a running table it is fetched. */
  need(at: number): Promise<void> {
    if (this.moments[at]) return Promise.resolve();
    let asked = this.#asked.get(at);
    if (!asked) {
      asked = this.#fetch(at);
      asked.catch(() => this.#asked.delete(at));
      this.#asked.set(at, asked);
    }
    return asked;
  }

  async #fetch(at: number): Promise<void> {
    const path = { table: this.#table, at };
    const query = { seat: this.eyes };
    const given = { path, query, token: this.#token };
    const full: Full = await get("/api/tables/{table}/positions/{at}", given);
    this.of = full.of;
    const moments = [...this.moments];
    moments[at] = { ...full, events: full.events as StoryEvent[], view: full.view as unknown as Json };
    this.moments = moments;
  }

  /** Whose seat lies in front: that of the eyes; with open eyes the own, else the first. */
  front = $derived(/^\d$/.test(this.eyes) ? Number(this.eyes) : this.eyes === "open" ? (this.you ?? 0) : null);

  /** What a game's table shows at a position. */
  snapshot(moment: Moment): Snapshot {
    const { front } = this;
    const running = moment.at < this.of || !this.over;
    const view: Json = {
      ...moment.view,
      ...(front === null ? {} : moment.own?.[front]),
      legal: [],
      ...pageGame(this.game ?? "").replay?.view?.(moment),
    };
    const table = {
      ...(this.info ?? {}),
      id: "",
      game: this.game,
      status: running ? "running" : "over",
      waiting_for: moment.waiting_for,
      seats: this.names.map((name, k) => ({ ...NOBODY, ...this.info?.seats[k], name })),
      winners: running ? [] : (this.info?.winners ?? []),
      undo: null,
      clock: null,
    } as TableInfo;
    return {
      after: 0,
      seq: moment.at,
      you: { role: front === null ? "watch" : "seat", seat: front },
      table,
      view: view as unknown as Snapshot["view"],
      question: moment.question,
      asked: null,
      can_take_back: false,
      told: 0,
      events: [],
    };
  }

  /** All that has happened up to a position. */
  story(at: number): StoryEvent[] {
    return this.moments.slice(0, at + 1).flatMap((moment) => moment?.events ?? []);
  }
}

/** What a position has to tell: what happened, or at least what was decided. */
export function toldAt({ events, decision }: Moment): string {
  const texts = telling(events).map(({ text }) => text).filter(Boolean).join(" ");
  return texts || !decision?.text ? texts : `${decision.name}: ${decision.text}`;
}

const NOBODY = { kind: "person", bot: null, stand_in: null, why: null, here: true };

/** What a game's table wants of a connection, where there is none and nothing to decide. */
export class NoConnection {
  readonly table = ""; // there is no server to ask
  readonly role = null;
  readonly status = "live";
  readonly here: readonly number[] = [];
  readonly problem = null;
  readonly waiting = 0;
  readonly snapshotAt = 0;
  snapshot = $state.raw<Snapshot | null>(null);
  story = $state.raw<readonly StoryEvent[]>([]);
  refusal = null;

  get seq(): number {
    return this.snapshot?.seq ?? 0;
  }
  async act(): Promise<boolean> {
    return false;
  }
  async takeBack(): Promise<boolean> {
    return false;
  }
  async undo(): Promise<boolean> {
    return false;
  }
  dismiss(): void {
    // there is no refusal
  }
  /** As the type that tables take. */
  get asConnection(): TableConnection {
    return this as unknown as TableConnection;
  }
}
