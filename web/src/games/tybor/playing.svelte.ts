/** What somebody at Tybor's table is about to do: a card taken up, a way to use it, a building and
 *  who pays for it. The server says what is legal; several decisions in a row (choose, then use;
 *  build, then pay worker by worker) are carried out one after the other as it asks for them. */

import { untrack } from "svelte";
import type { Side } from "./art";
import { get, post, type Schemas } from "../../lib/api";
import { t } from "./texts";
import { toast } from "../../lib/announce.svelte";
import { storyAt } from "../../lib/socket.svelte";
import type { TableProperties } from "../game";
import { linesInWords } from "../../understand/words.svelte";
import { type Box, type Offer, type View, type Way } from "./game";
import { nameOf } from "./words.svelte";

type Score = Schemas["ScoreInfo"];
type Preview = Schemas["PreviewInfo"];

/** A building that the player considers. */
export interface Project {
  card: string;
  side: Side;
  /** The server's answer: cost, the cheapest payment, points. */
  preview: Preview | null;
  /** Why there is no answer. */
  error?: unknown;
  /** Which workers pay, by their place among the workers. */
  payers: number[];
  /** It was built already and is being paid for (after a reload, or one at a time). */
  begun: boolean;
}

/** `snapshot` is what is shown; `newest`, if that is another, what has come since. */
type Given = TableProperties & { box: Box; newest?: TableProperties["snapshot"] };

export class Playing {
  readonly #get: () => Given;
  /** The place of the hand card that was taken up. */
  taken = $state<number | null>(null);
  /** What the chosen card is to be used for: a way, or `build Mill great`. */
  plan = $state<string | null>(null);
  project = $state.raw<Project | null>(null);
  /** The display is to be chosen from. */
  choosesBuilding = $state(false);
  /** All actions as a list. */
  showsList = $state(false);
  /** What was picked where cards are asked for one by one: the move, as `keep So3GB`. */
  picked = $state<string | null>(null);
  score = $state.raw<Score | null>(null);
  /** Decisions still to be carried out, as moves. */
  #queue = $state.raw<string[]>([]);
  /** The snapshot for which the last decision was sent. */
  #sentAt = $state.raw(-1);
  #asked = "";

  constructor(properties: () => Given) {
    this.#get = properties;
  }

  // --- what the server says --------------------------------------------------------------------
  box = $derived.by(() => this.#get().box);
  snapshot = $derived.by(() => this.#get().snapshot);
  connection = $derived.by(() => this.#get().connection);
  #newest = $derived.by(() => this.#get().newest ?? this.snapshot);
  /** More has happened than is shown: nothing is decided on the old snapshot. */
  isBehind = $derived(this.#newest !== this.snapshot);
  /** What had happened when it was as it is shown. */
  story = $derived(storyAt(this.connection, this.snapshot));
  /** It is a replay: there is no table to ask. */
  isReplay = $derived(this.connection.table === "");
  view = $derived(this.snapshot.view as View);
  seat = $derived(this.snapshot.you.seat);
  me = $derived(this.seat === null ? null : (this.view.seats[this.seat] ?? null));
  legal = $derived(this.view.legal);
  /** What may be done now, as moves. */
  moves = $derived(new Set(this.legal.map((action) => this.box.moves[action] ?? "")));
  isMyTurn = $derived(
    this.legal.length > 0 && this.snapshot.table.status === "running" && !this.isBehind,
  );
  phase = $derived(this.view.phase);
  isChoosing = $derived(this.isMyTurn && this.phase === "choose");
  isUsing = $derived(this.isMyTurn && this.phase === "use");
  /** A decision is on its way, or its snapshot is. */
  isSending = $derived.by(() => this.connection.waiting > 0 || this.#newest.seq === this.#sentAt);
  /** What a person is asked now; nothing while decisions are still carried out. */
  asks = $derived.by(() => {
    if (!this.isMyTurn || this.isSending || this.#queue.length) return "";
    if (this.project) return this.project.preview ? "pay" : "";
    return this.choosesBuilding ? "building" : this.phase;
  });
  canBuild = $derived([...this.moves].some((move) => move.startsWith("build ")));
  /** Whether something on display can be paid for: choices to come only make it less. */
  canAfford = $derived(
    this.view.display.some(({ little, great }) => little?.affordable || great?.affordable),
  );
  /** The building that costs least. */
  cheapest = $derived(
    this.view.display
      .filter(({ little }) => little)
      .reduce<Offer | null>((a, b) => (a && a.little!.cost <= b.little!.cost ? a : b), null),
  );
  hand = $derived(this.view.hand ?? []);
  takenCard = $derived(this.taken === null ? null : (this.hand[this.taken] ?? null));

  /** What a building of the display would bring now. */
  worth(card: string, side: Side): number | null {
    return this.score?.display.find((one) => one.card === card)?.[side] ?? null;
  }

  sheet(seat: number): Schemas["SheetInfo"] | null {
    return this.score?.seats[seat] ?? null;
  }

  /** T6.18 What the own secret objective brings so far. */
  get secretLine() {
    const own = this.seat === null ? null : this.sheet(this.seat);
    return own?.lines.find(({ clause }) => clause === "T6.18");
  }

  // --- deciding --------------------------------------------------------------------------------
  /** Take up a hand card, or put it back. */
  take(place: number): void {
    if (this.view.chosen !== null || !this.isChoosing) return;
    this.taken = this.taken === place ? null : place;
  }

  /** Use a hand card, the chosen or the revealed card: `citizen`, `worker`, `builder` or a
   *  `build` move; for a hand card null just chooses it. */
  use(way: string | null, card: string | null = this.takenCard): void {
    if (this.#isOutOfReach(way)) return void this.whyNot(this.#asMove(way));
    if (this.isUsing) {
      if (way === "builder") {
        this.choosesBuilding = !this.choosesBuilding;
      } else if (way?.startsWith("build ")) this.#consider(way);
      else if (way) this.#start(way);
    } else if (this.isChoosing && card !== null) {
      this.plan = way;
      this.#start(`choose ${card}`, ...(way === "citizen" || way === "worker" ? [way] : []));
    } else if (this.view.chosen !== null && !this.isMyTurn) {
      this.plan = way;
      this.#queue = this.plan === "citizen" || this.plan === "worker" ? [this.plan] : [];
    } else if (way?.startsWith("build ")) void this.whyNot(way);
  }

  /** Whether the player cannot afford it: then no card is played for it. */
  #isOutOfReach(way: string | null): boolean {
    if (way === "builder") return !(this.isUsing ? this.canBuild : this.canAfford);
    if (!way?.startsWith("build ") || !(this.isChoosing || this.view.chosen !== null)) return false;
    const [, card, side] = way.split(" ");
    const offer = this.view.display.find((one) => one.card === card);
    return !offer?.[side as Side]?.affordable;
  }

  /** A way to use a card as a move; to build stands for the cheapest building. */
  #asMove(way: string | null): string {
    return way === "builder" ? `build ${this.cheapest?.card} little` : (way ?? "");
  }

  /** Do one thing that was asked for. */
  do(move: string): void {
    this.#start(move);
  }

  async takeBack(): Promise<void> {
    this.#queue = [];
    this.plan = null;
    await this.connection.takeBack();
  }

  /** Think of building a building. */
  #consider(move: string): void {
    if (!this.moves.has(move)) return void this.whyNot(move);
    const [, card = "", side] = move.split(" ");
    this.project = { card, side: side as Side, preview: null, payers: [], begun: false };
    void this.#preview([move]);
  }

  /** Pay for a building that is already begun. */
  #goOnPaying(): void {
    const { building, side } = this.view;
    if (!building || !side) return;
    this.project = { card: building, side, preview: null, payers: [], begun: true };
    void this.#preview([]);
  }

  async #preview(actions: string[]): Promise<void> {
    const { project, connection } = this;
    try {
      const path = { table: connection.table };
      const answer = { path, body: { actions }, token: connection.role };
      const preview = await post("/api/tables/{table}/preview", answer);
      if (this.project !== project || !project) return;
      const left = [...(this.me?.workers ?? [])];
      const payers = preview.payment.map((code) => {
        const place = left.indexOf(code);
        left[place] = "";
        return place;
      });
      this.project = { ...project, preview, payers };
    } catch (error) {
      if (this.project === project && project) this.project = { ...project, error };
    }
  }

  /** Ask again what a building would cost, after the server did not answer. */
  previewAgain(): void {
    const { project } = this;
    if (!project) return;
    this.project = { ...project, error: undefined };
    void this.#preview(project.begun ? [] : [`build ${project.card} ${project.side}`]);
  }

  /** What the building brings if these workers pay: the remaining ones may count, too. */
  async #weigh(): Promise<void> {
    const { project, connection } = this;
    if (!project?.preview || this.paid < this.due) return;
    const path = { table: connection.table };
    const body = { actions: this.#buildMoves() };
    const found = await post("/api/tables/{table}/preview", { path, body, token: connection.role }).catch(() => null);
    if (this.project !== project) return;
    this.project = { ...project, preview: { ...project.preview, total: found?.total ?? null } };
  }

  /** Let a worker pay, or not. */
  togglePayer(place: number): void {
    const { project } = this;
    if (!project) return;
    const payers = project.payers.includes(place)
      ? project.payers.filter((one) => one !== place)
      : [...project.payers, place];
    this.project = { ...project, payers };
    void this.#weigh();
  }

  strengthOf(place: number): number {
    return this.box.characters.get(this.me?.workers[place] ?? "")?.strength ?? 0;
  }

  due = $derived.by(() => {
    if (!this.project) return 0;
    return this.project.begun ? this.view.due : (this.project.preview?.cost ?? 0);
  });
  /** Who pays of those that were picked: the weakest first, until it is enough; the others stay. */
  payers = $derived.by(() => {
    let left = this.due;
    const weakest = [...(this.project?.payers ?? [])].sort((a, b) => this.strengthOf(a) - this.strengthOf(b));
    return weakest.filter((place) => {
      const isNeeded = left > 0;
      if (isNeeded) left -= this.strengthOf(place);
      return isNeeded;
    });
  });
  paid = $derived.by(() => this.payers.reduce((sum, place) => sum + this.strengthOf(place), 0));

  #buildMoves(): string[] {
    const { project } = this;
    if (!project) return [];
    const workers = this.payers.map((place) => `pay ${this.me?.workers[place]}`);
    return project.begun ? workers : [`build ${project.card} ${project.side}`, ...workers];
  }

  build(): void {
    if (this.project && this.paid >= this.due) this.#start(...this.#buildMoves());
  }

  cancel(): void {
    if (this.showsList) this.showsList = false;
    else if (this.project?.begun) return;
    else if (this.project) this.project = null;
    else if (this.choosesBuilding) this.choosesBuilding = false;
    else this.taken = null;
  }

  // --- carrying it out -------------------------------------------------------------------------
  #start(...moves: string[]): void {
    if (!this.isSending) this.#queue = moves;
  }

  /** Carries out what was decided, when the server asks for it, whatever is still shown. To be
   *  called in an effect. */
  goOn(): void {
    const [move, ...later] = this.#queue;
    const { seq, table, view } = this.#newest;
    const { legal = [], phase } = view as unknown as Partial<View>;
    if (!move || this.isSending || !legal.length || table.status !== "running") return;
    const action = this.box.actions.get(move);
    if (action === undefined || !legal.includes(action)) {
      this.#queue = []; // something else is asked: a choice was taken back, a game went back
      if (phase === "choose") this.plan = null;
      return;
    }
    this.#sentAt = seq;
    this.#queue = later;
    const { act } = this.#get();
    untrack(() => act(action)).then((done) => {
      if (done) return;
      this.#queue = [];
      this.#sentAt = -1;
    });
  }

  /** Puts away what no longer fits the question. To be called in an effect. */
  settle(): void {
    const question = `${this.snapshot.you.seat} ${this.phase} ${this.isMyTurn} ${this.view.round} ${this.view.stage} ${this.view.due}`;
    if (question === this.#asked) return;
    this.#asked = question;
    untrack(() => {
      if (!this.isChoosing) this.taken = null;
      this.picked = null;
      this.choosesBuilding = false;
      if (this.phase !== "pay") this.project = null;
      if (this.isUsing) this.#usePlan();
      else if (this.isMyTurn && this.phase === "pay" && !this.#queue.length) this.#goOnPaying();
      else if (this.isChoosing && !this.#queue.length) this.plan = null;
    });
  }

  /** The planned building is there, or it is not any more. */
  #usePlan(): void {
    const { plan } = this;
    this.plan = null;
    if (plan === "builder") this.choosesBuilding = this.canBuild;
    else if (plan?.startsWith("build ")) {
      if (this.moves.has(plan)) this.#consider(plan);
      else {
        const [, card = ""] = plan.split(" ");
        this.choosesBuilding = this.canBuild;
        if (this.view.display.some((one) => one.card === card)) void this.whyNot(plan);
        else toast(t("tybor.plan.gone", { building: nameOf(card) }));
      }
    }
  }

  // --- asking ----------------------------------------------------------------------------------
  async whyNot(move: string): Promise<void> {
    const { connection } = this;
    try {
      const path = { table: connection.table };
      const asked = { path, query: { move }, token: connection.role };
      const { clause, message } = await get("/api/tables/{table}/why-not", asked);
      if (message) connection.refusal = { error: "rules", message, clause: clause ?? null };
    } catch {
      // no answer: what is possible is shown anyway
    }
  }

  /** The sheets as a position of a replay has them: the own one, with open eyes everybody's. */
  #scoreThen(): Score | null {
    const { score, scores } = this.view;
    const sheets = scores ?? this.view.seats.map((_, seat) => (seat === this.seat ? score : null));
    if (!sheets.some(Boolean)) return null;
    return {
      seats: sheets.map((one, seat) => {
        if (!one) return null;
        const lines = linesInWords("tybor", one.lines).map((line) => ({ ...line, more: null }));
        return { ...one, seat, complete: true, lines };
      }),
      display: [],
    };
  }

  /** The sheets and what the display would bring; for this snapshot. */
  async loadScore(signal: AbortSignal): Promise<void> {
    const { connection } = this;
    if (this.isReplay) {
      this.score = this.#scoreThen();
      return;
    }
    try {
      const path = { table: connection.table };
      this.score = await get("/api/tables/{table}/score", { path, token: connection.role, signal });
    } catch {
      // an older score stays
    }
  }
}

export const wayOf = (plan: string | null): Way | null =>
  plan === null ? null : plan.startsWith("build") ? "builder" : (plan as Way);
