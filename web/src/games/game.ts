/** What the page asks of a game. A game without a module of its own has only what `plain` gives it:
 *  the page then draws its table from the view alone. */

import type { Component, Snippet } from "svelte";
import type { Cover } from "../art";
import type { Snapshot, Schemas, View } from "../lib/api";
import type { Language } from "../lib/i18n.svelte";
import type { StoryEvent, TableConnection } from "../lib/socket.svelte";

/** A part that is loaded when it is first wanted. */
export type Lazy<T> = () => Promise<{ default: T }>;

export interface PageGame {
  /** As the server and the addresses have it. */
  readonly name: string;
  /** A short name for headings; otherwise the server's title. */
  readonly title?: string;
  readonly cover: Cover;
  /** For the start page: what it is about, and how it is played. */
  readonly lead?: () => string;
  readonly facts?: () => string[];
  /** What an option and its values are called, if the server's texts do not do. */
  readonly optionText?: (option: string) => string | null;
  readonly valueText?: (option: string, value: Schemas["OptionValue"]) => string;
  /** Every seat has something that only it may see: a screen that several share is covered between
   *  two of them, and a running game cannot be tried out at a table of its own. */
  readonly hasHands: boolean;
  readonly Table?: Lazy<Component<TableProperties>>;
  readonly legend?: Lazy<PageLegend>;
  /** What score sheets say, in the game's own words. */
  readonly sheet?: {
    /** … that lack something secret. */
    incomplete?: () => string;
    /** … that are not shown until the end. */
    hidden?: (name: string) => string;
  };
  readonly replay?: PageReplay;
  readonly pad?: Lazy<PagePad>;
  readonly course?: Lazy<PageCourse>;
}

// --- at the table -----------------------------------------------------------------------------
/** What a game's table gets. It shows `snapshot`, and asks for decisions with `act`: true once it
 *  has happened; false if it was refused (the page shows the reason) or another one is on its
 *  way. Names and components are in lib/games.svelte.ts. */
export interface TableProperties {
  connection: TableConnection;
  snapshot: Snapshot;
  act: (action: number) => Promise<boolean>;
  /** Where the page has a place for what lies in front of each seat, the game may hand over how it
   *  looks for a seat; until it takes that back, it does not show it itself. */
  beside?: (board: SeatBoard) => TakeBack;
  /** … and how many points a seat has, in a word: for a place that stays in sight. */
  points?: (points: SeatBoard) => TakeBack;
  /** For a game that shows moves one after the other: the snapshot that it shows now, so that the
   *  page is not ahead of it; without one the page takes `snapshot`. */
  onshown?: (snapshot: Snapshot) => TakeBack;
}
export type SeatBoard = Snippet<[seat: number]>;
export type TakeBack = () => void;

// --- all symbols ------------------------------------------------------------------------------
export interface PageLegend {
  /** Topics of the server's help, in groups. */
  readonly groups: readonly { name: string; title: () => string; topics: readonly string[] }[];
  readonly nameOf: (topic: string) => string;
  /** How a topic is drawn. */
  readonly Sign: Component<{ topic: string }>;
  /** The heading of the stories, and how one is drawn. */
  readonly stories?: () => string;
  readonly Story?: Component<{ story: Schemas["StoryText"] }>;
}

// --- replays ----------------------------------------------------------------------------------
/** A position of a replay: after `at` decisions. */
export interface Moment {
  at: number;
  decision: Schemas["DecisionInfo"] | null;
  events: StoryEvent[];
  question: string;
  waiting_for: number[];
  view: Record<string, unknown>;
  /** With open eyes: what each seat sees, in the place of the same keys of the view. */
  own: Record<string, unknown>[] | null;
}
export interface PageReplay {
  /** What of a position the game's table shows differently. */
  readonly view?: (moment: Moment) => Record<string, unknown>;
  /** What is shown next to the table in a replay. */
  readonly Beside?: Lazy<Component<{ moment: Moment; names: string[]; front: number }>>;
}

// --- the score pad for the real table ---------------------------------------------------------
export interface Pad {
  players: { name: string }[];
}
// Each game has a pad of its own: `any` is what Pad is to it.
export interface PagePad<P extends Pad = any> {
  readonly most: number;
  readonly lead: () => string;
  readonly fresh: () => P;
  readonly newPlayer: () => P["players"][number];
  readonly score: (pad: P, signal: AbortSignal) => Promise<Schemas["PadResult"]>;
  /** What the tie-break is called, if it is shown. */
  readonly tiebreak?: () => string;
  /** What is entered about a player; about the table before and after the players. */
  readonly Player: Component<PadPlayer<P>, object, "pad">;
  readonly Before?: Component<{ pad: P }, object, "pad">;
  readonly After?: Component<{ pad: P }, object, "pad">;
}
export interface PadPlayer<P> {
  pad: P;
  at: number;
  result: Schemas["PadResult"] | null;
}

// --- the guided first game --------------------------------------------------------------------
export interface Step {
  move: string;
  why: Record<Language, string[]>;
}
/** The deal, and for every question on the way what to do and why. Made by web/courses.py. */
export interface Course {
  record: string;
  opponent: string;
  steps: Record<string, Step>;
}
export interface Situation {
  phase: string;
  /** Something is asked of the player. */
  asked: boolean;
  /** What the coach proposes, in notation. */
  move: string | null;
  /** How many decisions the player has made, as far as it is known. */
  made: number;
  view: View;
}
export interface Lesson {
  id: string;
  when: (now: Situation) => boolean;
}
export interface PageCourse {
  readonly course: Course;
  readonly intro: () => string;
  /** What the coach explains, and when: each thing once, as soon as it is to be seen. */
  readonly lessons: readonly Lesson[];
  readonly tell: (lesson: string) => string;
  /** What tells positions apart; web/courses.py has the same. */
  readonly parts: (view: View) => (string | number)[];
  /** What a move is made with on the table: a selector, and which of those that it finds. */
  readonly meant: (move: string, view: View) => { selector: string; place?: number };
  /** What a move is called, if the server's name does not do. */
  readonly nameOf?: (move: string, view: View) => string | null;
}
