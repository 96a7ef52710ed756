import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storyAt, TableConnection } from "./socket.svelte";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
}

/** What the server sends after entry `seq` to whoever had `after`. */
function update(seq: number, after = 0, told = 0, texts: string[] = []): object {
  const events = texts.map((text) => ({ text }));
  return { type: "update", after, seq, told, events, you: { role: "seat", seat: 0 } };
}

let table: TableConnection;
const texts = () => table.story.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  table = new TableConnection("abc", "token", "en");
  FakeSocket.last.open();
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a table's connection", () => {
  it("says hello and shows what comes", () => {
    expect(FakeSocket.last.url.pathname).toBe("/api/tables/abc/socket");
    expect(FakeSocket.last.sent).toEqual([{ type: "hello", token: "token", lang: "en", have: 0 }]);
    expect(table.status).toBe("connecting");
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    FakeSocket.last.say({ type: "here", seats: [0, 2] });
    expect([table.status, table.seq, texts(), table.here]).toEqual(["live", 3, ["one"], [0, 2]]);
  });

  it("knows how much had happened in a snapshot that is not the newest", () => {
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    const older = table.snapshot!;
    FakeSocket.last.say(update(4, 3, 1, ["two", "three"]));
    const newer = table.snapshot!;
    FakeSocket.last.say(update(5, 4, 3, ["four"]));
    expect(storyAt(table, older).map(({ text }) => text)).toEqual(["one"]);
    expect(storyAt(table, newer).map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(storyAt(table, table.snapshot!)).toBe(table.story);
  });

  it("adds to the story, and takes back what was undone", () => {
    FakeSocket.last.say(update(3, 0, 0, ["one", "two"]));
    FakeSocket.last.say(update(4, 3, 2, ["three"]));
    expect(texts()).toEqual(["one", "two", "three"]);
    FakeSocket.last.say(update(5, 4, 1, ["other"]));
    expect(texts()).toEqual(["one", "other"]);
  });

  it("comes back with what it has, and asks for everything if something is missing", () => {
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    FakeSocket.last.lose();
    expect(table.status).toBe("lost");
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", have: 3 });
    FakeSocket.last.say(update(9, 7, 1, ["late"]));
    expect(texts()).toEqual(["one"]);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", have: 0 });
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("sends a command again, with the same id, until it is answered", async () => {
    FakeSocket.last.say(update(3));
    const done = table.act(7);
    const first = FakeSocket.last.sent.at(-1)!;
    expect(first).toMatchObject({ type: "move", action: 7, seen: 3 });
    expect(table.waiting).toBe(1);
    FakeSocket.last.lose();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent.at(-1)).toEqual(first);
    FakeSocket.last.say(update(4, 3));
    FakeSocket.last.say({ type: "ack", id: first.id, seq: 4, again: true });
    expect(await done).toBe(true);
    expect(table.waiting).toBe(0);
  });

  it("waits after the answer for the effect of a command: the old snapshot decides nothing", async () => {
    FakeSocket.last.say(update(3));
    let seen = 0;
    const done = table.act(7).then(() => (seen = table.seq));
    const { id } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.say({ type: "ack", id, seq: 4, again: false });
    await Promise.resolve();
    expect([table.waiting, seen]).toEqual([1, 0]);
    FakeSocket.last.say(update(5, 3)); // with a bot's move
    expect(table.waiting).toBe(0);
    expect(await done).toBe(5);
  });

  it("goes back to the truth when a command is refused, and says why", async () => {
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    const done = table.act(7);
    const { id } = FakeSocket.last.sent.at(-1)!;
    const now = update(5, 0, 0, ["one", "two"]);
    const why = { error: "refused", message: "Not enough strength.", clause: "T4.5" };
    FakeSocket.last.say({ type: "refused", id, ...why, now });
    expect(await done).toBe(false);
    expect(table.refusal).toEqual(why);
    expect([table.seq, texts()]).toEqual([5, ["one", "two"]]);
    table.dismiss();
    expect(table.refusal).toBeNull();
  });

  it("sends a command again when the store was away", () => {
    FakeSocket.last.say(update(3));
    void table.act(7);
    const command = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.say({ type: "refused", id: command.id, error: "unavailable", message: "" });
    expect(table.refusal).toBeNull();
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.last.sent.filter(({ id }) => id === command.id)).toHaveLength(2);
  });

  it("pings, and leaves a connection that does not answer", () => {
    FakeSocket.last.say(update(3));
    vi.advanceTimersByTime(25_000);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "ping", n: 1 });
    FakeSocket.last.say({ type: "pong", n: 1 });
    vi.advanceTimersByTime(24_000);
    expect(table.status).toBe("live");
    vi.advanceTimersByTime(10_000);
    expect(table.status).toBe("lost");
  });

  it("gives a slow line more time with each try", () => {
    vi.advanceTimersByTime(8_000);
    expect(table.status).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    vi.advanceTimersByTime(15_000);
    FakeSocket.last.say(update(3));
    expect([FakeSocket.all.length, table.status]).toEqual([2, "live"]);
  });

  it("comes back at once when the network does", () => {
    FakeSocket.last.say(update(3));
    FakeSocket.last.lose();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("ends where there is nothing for us, with the reason", () => {
    FakeSocket.last.say({ type: "error", error: "no_table", message: "There is no such table." });
    FakeSocket.last.lose(4404);
    expect([table.status, table.problem?.error]).toEqual(["ended", "no_table"]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("hides one player's cards before it becomes another", () => {
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    table.use("other");
    expect([table.snapshot, texts()]).toEqual([null, []]);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ token: "other", have: 0 });
  });

  it("sends no command of one player in the name of another", async () => {
    FakeSocket.last.say(update(3));
    const done = table.act(7);
    FakeSocket.last.lose();
    table.use("other");
    expect([await done, table.waiting]).toEqual([false, 0]);
    FakeSocket.last.open();
    vi.advanceTimersByTime(3000);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
  });

  it("keeps commands while the language changes", () => {
    FakeSocket.last.say(update(3));
    void table.act(7);
    table.speak("de");
    FakeSocket.last.open();
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello", "move"]);
  });

  it("keeps what is shown while the language changes", () => {
    FakeSocket.last.say(update(3, 0, 0, ["one"]));
    table.speak("de");
    expect(texts()).toEqual(["one"]);
    FakeSocket.last.open();
    FakeSocket.last.say(update(3, 0, 0, ["eins"]));
    expect(texts()).toEqual(["eins"]);
  });
});
