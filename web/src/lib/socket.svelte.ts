/** A table over its socket, kept up to date: what a role sees, the story so far, who is there.
 *
 *  It reconnects after the connection was lost, asks only for what is new, and sends
 *  commands again until they are answered; the server counts each once, by its id. */

import type { Snapshot, Schemas } from "./api";
import type { Language } from "./i18n.svelte";
import { secret } from "./keep";
import { shared } from "./share";

type Command =
  | Schemas["MoveMessage"] | Schemas["TakeBackMessage"] | Schemas["AskUndoMessage"] | Schemas["AnswerUndoMessage"]
  | Schemas["HandMessage"];
type Sent = Command | Schemas["Hello"] | Schemas["Ping"];
type Received =
  | Schemas["Update"] | Schemas["Ack"] | Schemas["RefusedCommand"] | Schemas["ErrorMessage"]
  | Schemas["Presence"] | Schemas["Pong"];

/** `ended`: the server said that there is nothing here for us; `problem` has the reason. */
export type Status = "connecting" | "live" | "lost" | "ended";

/** Something that happened in the game: `text` is a sentence, the rest says what moved where. */
export type StoryEvent = { text: string; kind?: string } & Record<string, unknown>;

/** Why a command was refused; `clause`: the rule that forbids it. */
export interface Refusal {
  error: string;
  message: string;
  clause: string | null;
}

/** What had happened when a snapshot was made; a table may show an older one than the newest. */
export function storyAt(connection: TableConnection, snapshot: Snapshot): readonly StoryEvent[] {
  const { story, table } = connection;
  if (snapshot === connection.snapshot || table === "") return story; // without a table: a replay's own
  return story.slice(0, snapshot.told + snapshot.events.length);
}

/** A command that waits: until it is answered, and then until its effect is shown. */
interface Pending {
  command: Command;
  answered: (accepted: boolean) => void;
  /** The entry that it became, once that is known. */
  seq?: number;
}

const HEARTBEAT = 25_000; // milliseconds between pings
const PATIENCE = 8_000; // … until an answer has to be there; a slow line gets more with each try
const MOST_PATIENCE = 60_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const STORE_WAIT = 1_500; // until a command is sent again that the store could not take
const FINAL = [4400, 4403, 4404]; // coming again would not help

export class TableConnection {
  status = $state<Status>("connecting");
  /** The table as our role sees it; null until it is known. */
  snapshot = $state.raw<Snapshot | null>(null);
  /** When that snapshot came (performance.now()): clocks run on from there. */
  snapshotAt = $state.raw(0);
  /** All that has happened, in sentences. */
  story = $state.raw<readonly StoryEvent[]>([]);
  /** Seats with somebody there. */
  here = $state.raw<readonly number[]>([]);
  /** Why the last command was refused, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Why the connection ended. */
  problem = $state.raw<{ error: string; message: string } | null>(null);
  /** How many commands are not answered yet, or have no visible effect yet. */
  waiting = $state(0);

  #have = 0; // the entry up to which snapshot and story are known, in this role and language
  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  #pings = 0;

  constructor(
    readonly table: string,
    private token: string | null,
    private language: Language,
  ) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Stop; what is shown stays as it is. */
  close(): void {
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
    for (const { answered } of this.#pending.values()) answered(false);
    this.#pending.clear();
    this.waiting = 0;
  }

  // --- who we are ----------------------------------------------------------------------------
  get seq(): number {
    return this.snapshot?.seq ?? 0;
  }

  /** The token of the role in which we look; null: a spectator of a public table. */
  get role(): string | null {
    return this.token;
  }

  /** Look at the table in another role: another own seat, the host, a spectator. */
  use(token: string | null): void {
    if (token !== this.token) this.#begin(token, this.language);
  }

  /** The story in another language. What is shown stays until the new one is there. */
  speak(language: Language): void {
    if (language !== this.language) this.#begin(this.token, language);
  }

  #begin(token: string | null, language: Language): void {
    const isSomebodyElse = token !== this.token;
    this.token = token;
    this.language = language;
    if (isSomebodyElse) {
      this.snapshot = null; // nobody sees another player's cards for a moment
      this.story = [];
      this.refusal = null;
      for (const id of [...this.#pending.keys()]) this.#answer(id, false); // they were another player's
    }
    this.#have = 0;
    this.#drop();
    this.#tries = 0;
    this.status = "connecting";
    this.#connect();
  }

  // --- commands ------------------------------------------------------------------------------
  /** Make a decision; true once it has happened and is shown, false if it was refused (see `refusal`). */
  act(action: number): Promise<boolean> {
    return this.#submit({ type: "move", id: secret(12), action, seen: this.seq });
  }

  /** Change a choice that nobody has seen. */
  takeBack(): Promise<boolean> {
    return this.#submit({ type: "take_back", id: secret(12) });
  }

  /** Take back the last decision; the others may have to agree. */
  undo(): Promise<boolean> {
    return this.#submit({ type: "undo", id: secret(12) });
  }

  answerUndo(agree: boolean): Promise<boolean> {
    return this.#submit({ type: "answer_undo", id: secret(12), agree });
  }

  /** Let a bot play for the own seat; null: be back. */
  hand(bot: string | null): Promise<boolean> {
    return this.#submit({ type: "hand", id: secret(12), bot });
  }

  dismiss(): void {
    this.refusal = null;
  }

  #submit(command: Command): Promise<boolean> {
    this.refusal = null;
    return new Promise((answered) => {
      this.#pending.set(command.id, { command, answered });
      this.waiting = this.#pending.size;
      this.#send(command);
    });
  }

  /** The answer comes before the snapshot: with the old one still there, nothing can be decided. */
  #accepted({ id, seq }: Schemas["Ack"]): void {
    const pending = this.#pending.get(id);
    if (pending) pending.seq = seq;
    this.#answerShown();
  }

  #answerShown(): void {
    for (const [id, { seq }] of [...this.#pending])
      if (seq !== undefined && seq <= this.#have) this.#answer(id, true);
  }

  #answer(id: string, accepted: boolean): void {
    this.#pending.get(id)?.answered(accepted);
    this.#pending.delete(id);
    this.waiting = this.#pending.size;
  }

  // --- the socket ----------------------------------------------------------------------------
  #connect(): void {
    clearTimeout(this.#retry);
    const address = new URL(`/api/tables/${this.table}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      const { token, language: lang } = this;
      this.#send({ type: "hello", token, lang, have: this.#have });
      for (const { command } of this.#pending.values()) this.#send(command);
      this.#expectAnswer();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(data)) as Received);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lost(code);
    };
  }

  #send(message: Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(code: number): void {
    clearTimeout(this.#heartbeat);
    this.#socket = null;
    if (FINAL.includes(code) && this.problem?.error !== "unavailable") {
      this.status = "ended";
      for (const id of [...this.#pending.keys()]) this.#answer(id, false);
      return;
    }
    this.status = "lost";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random()));
  }

  /** The network or the user is back: do not wait any longer. */
  #wake = (): void => {
    if (document.visibilityState === "hidden" || this.status === "ended") return;
    if (this.status === "lost") {
      this.#tries = 0;
      this.#drop();
      this.#connect();
    } else if (this.status === "live") this.#ping();
  };

  // --- is it alive? --------------------------------------------------------------------------
  #expectAnswer(): void {
    clearTimeout(this.#heartbeat);
    const patience = Math.min(MOST_PATIENCE, PATIENCE * 2 ** this.#tries);
    this.#heartbeat = setTimeout(() => {
      this.#drop();
      this.#lost(1006);
    }, patience);
  }

  #ping(): void {
    this.#send({ type: "ping", n: ++this.#pings });
    this.#expectAnswer();
  }

  // --- what comes ----------------------------------------------------------------------------
  #receive(message: Received): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => this.#ping(), HEARTBEAT);
    switch (message.type) {
      case "update":
        this.#show(message);
        break;
      case "ack":
        this.#accepted(message);
        break;
      case "refused":
        this.#refused(message);
        break;
      case "here":
        this.here = message.seats;
        break;
      case "error":
        this.#trouble(message);
        break;
      case "pong":
        break;
      default:
        message satisfies never;
    }
  }

  #show(snapshot: Snapshot): void {
    const { after, seq, told, events } = snapshot;
    if (after > this.#have || told > this.story.length) return this.#again();
    this.story = [...this.story.slice(0, told), ...(events as StoryEvent[])];
    this.#have = seq;
    this.snapshot = { ...snapshot, view: shared(this.snapshot?.view, snapshot.view) };
    this.snapshotAt = performance.now();
    this.problem = null;
    this.#tries = 0;
    this.status = "live";
    this.#answerShown();
  }

  /** Something is missing: ask for all of it. */
  #again(): void {
    this.#have = 0;
    this.#drop();
    this.#connect();
  }

  #refused({ id, error, message, clause, now }: Schemas["RefusedCommand"]): void {
    const command = this.#pending.get(id)?.command;
    if (error === "unavailable" && command) {
      setTimeout(() => this.#pending.has(id) && this.#send(command), STORE_WAIT);
      return;
    }
    if (now) this.#show(now); // the truth
    this.refusal = { error, message, clause: clause ?? null };
    this.#answer(id, false);
  }

  /** Before the end: its reason. Otherwise a command that the server did not understand. */
  #trouble({ error, message }: Schemas["ErrorMessage"]): void {
    this.problem = { error, message };
    if (this.status !== "live") return;
    this.refusal = { error, message, clause: null };
    for (const id of [...this.#pending.keys()]) this.#answer(id, false);
  }
}
