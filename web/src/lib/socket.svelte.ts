/** A table over its socket, kept up to date: what a role sees, the story so far, who is there.
 *
 *  It comes back by itself after the connection was lost, asks only for what is new, and sends
 *  wishes again until they are answered; the server counts each once, by its id. */

import type { Picture, Schemas } from "./api";
import type { Language } from "./i18n.svelte";
import { secret } from "./keep";
import { shared } from "./share";

type Wish =
  | Schemas["Move"] | Schemas["TakeBack"] | Schemas["AskUndo"] | Schemas["AnswerUndo"]
  | Schemas["Hand"];
type Sent = Wish | Schemas["Hello"] | Schemas["Ping"];
type Received =
  | Schemas["Update"] | Schemas["Ack"] | Schemas["RefusedWish"] | Schemas["Trouble"]
  | Schemas["Here"] | Schemas["Pong"];

/** `ended`: the server said that there is nothing here for us; `problem` has the reason. */
export type Status = "connecting" | "live" | "lost" | "ended";

/** Something that happened in the game: `text` is a sentence, the rest says what moved where. */
export type StoryEvent = { text: string; kind?: string } & Record<string, unknown>;

/** Why a wish was not granted; `clause`: the rule that forbids it. */
export interface Refusal {
  error: string;
  message: string;
  clause: string | null;
}

/** What had happened when a picture was made; a table may show an older one than the newest. */
export function storyAt(connection: TableConnection, picture: Picture): readonly StoryEvent[] {
  const { story, table } = connection;
  if (picture === connection.picture || table === "") return story; // without a table: a replay's own
  return story.slice(0, picture.told + picture.events.length);
}

/** A wish that waits: until it is answered, and then until what came of it is shown. */
interface Asked {
  wish: Wish;
  answered: (granted: boolean) => void;
  /** The entry that it became, once that is known. */
  seq?: number;
}

const HEARTBEAT = 25_000; // milliseconds between pings
const PATIENCE = 8_000; // … until an answer has to be there; a slow line gets more with each try
const MOST_PATIENCE = 60_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const STORE_WAIT = 1_500; // until a wish is sent again that the store could not take
const FINAL = [4400, 4403, 4404]; // coming again would not help

export class TableConnection {
  status = $state<Status>("connecting");
  /** The table as our role sees it; null until it is known. */
  picture = $state.raw<Picture | null>(null);
  /** When that picture came (performance.now()): clocks run on from there. */
  pictureAt = $state.raw(0);
  /** All that has happened, in sentences. */
  story = $state.raw<readonly StoryEvent[]>([]);
  /** Seats with somebody there. */
  here = $state.raw<readonly number[]>([]);
  /** The last wish that was not granted, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Why the connection ended. */
  problem = $state.raw<{ error: string; message: string } | null>(null);
  /** Wishes that were not answered yet, or of which nothing is to be seen yet. */
  waiting = $state(0);

  #have = 0; // the entry up to which picture and story are known, in this role and language
  #socket: WebSocket | null = null;
  #wishes = new Map<string, Asked>();
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
    for (const { answered } of this.#wishes.values()) answered(false);
    this.#wishes.clear();
    this.waiting = 0;
  }

  // --- who we are ----------------------------------------------------------------------------
  get seq(): number {
    return this.picture?.seq ?? 0;
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
      this.picture = null; // nobody sees another player's cards for a moment
      this.story = [];
      this.refusal = null;
      for (const id of [...this.#wishes.keys()]) this.#answer(id, false); // they were not theirs
    }
    this.#have = 0;
    this.#drop();
    this.#tries = 0;
    this.status = "connecting";
    this.#connect();
  }

  // --- wishes --------------------------------------------------------------------------------
  /** Make a decision; true once it has happened and is shown, false if it was refused (see `refusal`). */
  act(action: number): Promise<boolean> {
    return this.#wish({ type: "move", id: secret(12), action, seen: this.seq });
  }

  /** Change a choice that nobody has seen. */
  takeBack(): Promise<boolean> {
    return this.#wish({ type: "take_back", id: secret(12) });
  }

  /** Take back the last decision; the others may have to agree. */
  undo(): Promise<boolean> {
    return this.#wish({ type: "undo", id: secret(12) });
  }

  answerUndo(agree: boolean): Promise<boolean> {
    return this.#wish({ type: "answer_undo", id: secret(12), agree });
  }

  /** Let a bot play for the own seat; null: be back. */
  hand(bot: string | null): Promise<boolean> {
    return this.#wish({ type: "hand", id: secret(12), bot });
  }

  dismiss(): void {
    this.refusal = null;
  }

  #wish(wish: Wish): Promise<boolean> {
    this.refusal = null;
    return new Promise((answered) => {
      this.#wishes.set(wish.id, { wish, answered });
      this.waiting = this.#wishes.size;
      this.#send(wish);
    });
  }

  /** The answer comes before the picture: with the old one still there, nothing can be decided. */
  #granted({ id, seq }: Schemas["Ack"]): void {
    const asked = this.#wishes.get(id);
    if (asked) asked.seq = seq;
    this.#answerShown();
  }

  #answerShown(): void {
    for (const [id, { seq }] of [...this.#wishes])
      if (seq !== undefined && seq <= this.#have) this.#answer(id, true);
  }

  #answer(id: string, granted: boolean): void {
    this.#wishes.get(id)?.answered(granted);
    this.#wishes.delete(id);
    this.waiting = this.#wishes.size;
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
      for (const { wish } of this.#wishes.values()) this.#send(wish);
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
      for (const id of [...this.#wishes.keys()]) this.#answer(id, false);
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
        this.#granted(message);
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

  #show(picture: Picture): void {
    const { after, seq, told, events } = picture;
    if (after > this.#have || told > this.story.length) return this.#again();
    this.story = [...this.story.slice(0, told), ...(events as StoryEvent[])];
    this.#have = seq;
    this.picture = { ...picture, view: shared(this.picture?.view, picture.view) };
    this.pictureAt = performance.now();
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

  #refused({ id, error, message, clause, now }: Schemas["RefusedWish"]): void {
    const wish = this.#wishes.get(id)?.wish;
    if (error === "unavailable" && wish) {
      setTimeout(() => this.#wishes.has(id) && this.#send(wish), STORE_WAIT);
      return;
    }
    if (now) this.#show(now); // the truth
    this.refusal = { error, message, clause: clause ?? null };
    this.#answer(id, false);
  }

  /** Before the end: its reason. Otherwise a wish that the server did not understand. */
  #trouble({ error, message }: Schemas["Trouble"]): void {
    this.problem = { error, message };
    if (this.status !== "live") return;
    this.refusal = { error, message, clause: null };
    for (const id of [...this.#wishes.keys()]) this.#answer(id, false);
  }
}
