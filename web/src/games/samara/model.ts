/** Samara's view as types, and its actions by their notation. */

import type { Ability, Needs, Sex, Tool } from "./art";
import type { Snapshot, Schemas } from "../../lib/api";
import type { Game } from "../../lib/games.svelte";
import { language, list } from "../../lib/i18n.svelte";
import { t, TEXTS, type Key } from "./texts";

export type View = Schemas["SamaraView"];
export type Phase = View["phase"];
export type Worker = Schemas["WorkerInLine"];
export type Space = Schemas["Space"];
export type Foreman = Schemas["Foreman"];
export interface Tile {
  name: string;
  needs: Needs;
  prestige: number;
  ability: Ability | null;
  permanent: boolean;
}
export type Preview = Schemas["PreviewInfo"];

export const COLUMNS = 9;
export const ROWS = [4, 3, 2, 1] as const;
const HALF_YEAR = 6;

export const viewOf = (snapshot: Snapshot): View | null => snapshot.view as View | null;

// --- actions ----------------------------------------------------------------------------------
export type Deed =
  | { kind: "tool"; row: number; column: number; tool: Tool }
  | { kind: "build"; row: number; column: number }
  | { kind: "newcomer"; sex: Sex }
  | { kind: "holiday" | "wait" }
  | { kind: "with"; workers: string[] }
  | { kind: "lose"; tool: Tool }
  | { kind: "worker"; worker: string };

/** What a notation such as `tool 3,1 saw` says; null for one that this page does not know. */
export function read(move: string): Deed | null {
  const [verb, ...rest] = move.split(" ");
  const [row = 0, column = 0] = (rest[0] ?? "").split(",").map(Number);
  switch (verb) {
    case "tool":
      return { kind: verb, row, column, tool: rest[1] as Tool };
    case "build":
      return { kind: verb, row, column };
    case "newcomer":
      return { kind: verb, sex: rest[0] as Sex };
    case "holiday":
    case "wait":
      return { kind: verb };
    case "alone":
      return { kind: "with", workers: [] };
    case "with":
      return { kind: verb, workers: rest };
    case "lose":
      return { kind: verb, tool: rest[0] as Tool };
    case "worker":
      return { kind: verb, worker: rest[0] ?? "" };
    default:
      return null;
  }
}

/** All actions of the game, by number and by notation. */
export class Actions {
  readonly deeds: (Deed | null)[];
  readonly #numbers = new Map<string, number>();

  constructor(game: Game) {
    this.deeds = game.actions.map(({ move }) => read(move));
    for (const { action, move } of game.actions) this.#numbers.set(move, action);
  }

  number(move: string): number | null {
    return this.#numbers.get(move) ?? null;
  }
}

export const place = ({ row, column }: { row: number; column: number }): string => `${row},${column}`;

/** What there is to do on a space, possible or not: build first, then each kind of tool. */
export function movesAt(space: Space): string[] {
  const tools = [...new Set(space.tools)].map((tool) => `tool ${place(space)} ${tool}`);
  return space.tile ? [`build ${place(space)}`, ...tools] : tools;
}

// --- calendar ---------------------------------------------------------------------------------
export interface ShownMonth {
  month: number;
  /** 1 to 12. */
  ofYear: number;
  line: Worker[];
  state: "now" | "last" | "later";
  /** The second of the two boards begins here. */
  seam: boolean;
}

/** The months from NOW to the last one, with their lines. */
export function months(view: View): ShownMonth[] {
  const lines = new Map(view.calendar.map(({ month, line }) => [month, line]));
  return Array.from({ length: view.last_month - view.now + 1 }, (_, k) => {
    const month = view.now + k;
    const ofYear = yearMonth(view, month);
    return {
      month,
      ofYear,
      line: lines.get(month) ?? [],
      state: k === 0 ? "now" : month === view.last_month ? "last" : "later",
      seam: k > 0 && ofYear % HALF_YEAR === 1,
    };
  });
}

const yearMonth = (view: View, month: number): number =>
  ((view.options.start_month - 1 + month) % 12) + 1;

const monthNames = new Map<string, string>(); // asked for often, and slow to make

export function monthName(view: View, month: number, style: "long" | "short" = "long"): string {
  const ofYear = yearMonth(view, month);
  const key = `${language.now} ${style} ${ofYear}`;
  let name = monthNames.get(key);
  if (name === undefined) {
    const format = new Intl.DateTimeFormat(language.now, { month: style, timeZone: "UTC" });
    name = format.format(new Date(Date.UTC(2024, ofYear - 1, 1)));
    monthNames.set(key, name);
  }
  return name;
}

export function workerAt(view: View, seat: number, letter: string): Worker | null {
  for (const { line } of view.calendar)
    for (const worker of line) if (worker.seat === seat && worker.worker === letter) return worker;
  return null;
}

export const keyOf = ({ seat, worker }: { seat: number; worker: string }): string =>
  `${seat}${worker}`;

// --- words ------------------------------------------------------------------------------------
/** The name of a tile in the language of the page; of a tile of one's own, as it is written. */
export function tileName(code: string, tile: Tile | undefined): string {
  const key = `samara.tile.${code.split("/")[0] ?? ""}`;
  return key in TEXTS ? t(key as Key) : (tile?.name ?? code);
}

export const toolName = (tool: Tool): string => t(`samara.tool.${tool}`);

/** "2 saws, 1 trowel", or that nothing is needed. */
export function needsText(needs: Needs): string {
  const words = (["saw", "trowel", "glass"] as const)
    .filter((kind) => needs[kind])
    .map((kind) => t(`samara.needs.${kind}`, { n: needs[kind] }));
  return words.length ? t("samara.needs", { tools: list(words) }) : t("samara.needs.nothing");
}

/** "worker a", "Bert's worker a". */
export function workerName(view: View, seat: number, letter: string): string {
  if (seat === view.seat) return t("samara.worker.own", { worker: letter });
  return t("samara.worker.of", { worker: letter, name: view.seats[seat]?.name ?? "" });
}

/** A worker in words, for screen readers. */
export function workerText(view: View, worker: Worker): string {
  return t("samara.worker.about", {
    worker: workerName(view, worker.seat, worker.worker),
    sex: t(`samara.sex.${worker.sex}`),
    strength: worker.strength,
  });
}

/** What would happen, in sentences. */
export function consequences(view: View, preview: Preview): string[] {
  const told: string[] = [];
  const gain = preview.total ? preview.total.after - preview.total.before : 0;
  if (gain) told.push(t("samara.then.prestige", { n: gain }));
  for (const { seat, worker, from, to } of preview.workers) {
    const who = workerName(view, seat, worker);
    if (to === null) told.push(t("samara.then.leaves", { who }));
    else {
      const month = monthName(view, to);
      told.push(from === null ? t("samara.then.comes", { who, month }) : t("samara.then.goes", { who, month }));
    }
  }
  const then = preview.view as View | null;
  for (const { line } of then?.calendar ?? [])
    for (const { seat, worker, strength } of line) {
      const before = workerAt(view, seat, worker)?.strength;
      if (before && before !== strength)
        told.push(t("samara.then.strength", { who: workerName(view, seat, worker), n: strength }));
    }
  if (!then) told.push(t("samara.then.unknown"));
  else if (then.phase === "over") told.push(t("samara.then.over"));
  else if (then.phase === "act")
    told.push(t("samara.then.acts", { who: workerName(view, then.foreman, then.worker) }));
  else if (preview.question) told.push(t("samara.then.asked", { question: preview.question }));
  return told.map(sentence);
}

/** With a capital letter. */
export const sentence = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(language.now) + text.slice(1);

/** Where the rules explain a special tile. */
export const CLAUSES: Record<Ability, string> = {
  boat: "S7.3", sculpture: "S7.3", vase: "S7.3", ruin: "S7.4", barracks: "S7.5", university: "S7.6",
  hospital: "S7.7", weight_room: "S7.8", school: "S7.9", tombstone: "S7.10", hermit_house: "S7.11",
  prison: "S7.12", bridge: "S7.13",
};
