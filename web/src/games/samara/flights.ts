/** Things that fly: figures along the calendar, tiles and tools between board and foremen.
 *
 *  All that moves in a turn begins and ends together, and only the compositor moves it, between
 *  two keyframes: places are measured first, for all, and nothing is written until that is done. */

import { fade, type TransitionConfig } from "svelte/transition";
import type { StoryEvent } from "../../lib/socket.svelte";
import { duration } from "../../lib/motion";

const FLIGHT = 360; // milliseconds
const EASING = "cubic-bezier(0.65, 0, 0.35, 1)";
const FADE = 160;

type Deferred = (node: Element, { key }: { key: string }) => () => TransitionConfig;
const AT_ONCE = { duration: 0 }; // nothing is left for Svelte to do
const sent = new Map<string, Element>();
const received = new Map<string, Element>();
/** Where things were before this turn, by key. */
const origins = new Map<string, DOMRect>();
/** How far to the right those began that slide now. */
const slides = new Map<Element, number>();

/** What is seen of something that stands in a wider place. */
const body = (node: Element): HTMLElement =>
  node.querySelector<HTMLElement>("[data-body]") ?? (node as HTMLElement);

function note(key: string, node: Element): void {
  if (!origins.size) setTimeout(() => origins.clear());
  origins.set(key, body(node).getBoundingClientRect());
}

/** Before a turn is shown: where those are (`data-flight`) that may stand elsewhere after it. */
export function noteAll(root: Element | undefined): void {
  for (const node of root?.querySelectorAll<HTMLElement>("[data-flight]") ?? [])
    note(node.dataset.flight ?? "", node);
}

function noteSent(): void {
  for (const [key, node] of sent) if (!origins.has(key)) note(key, node);
  sent.clear();
}

/** From there to its place. What lies in something that slides (`[data-slides]`) is carried along. */
function fly(node: HTMLElement, from: DOMRect, to: DOMRect, isAbove: boolean): void {
  queueMicrotask(() => {
    const carrier = node.parentElement?.closest("[data-slides]");
    const carried = (carrier && slides.get(carrier)) ?? 0;
    const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
    const way = `translate(${from.left - to.left - carried}px, ${from.top - to.top}px)`;
    node.style.transformOrigin = "0 0";
    const flight = moveFrom(node, `${way} ${scale}`);
    const over = isAbove && node.closest<HTMLElement>("[data-over]");
    if (over) raise(over, flight);
  });
}

const moveFrom = (node: Element, transform: string): Animation =>
  node.animate([{ transform }, { transform: "none" }], { duration: FLIGHT, easing: EASING });

/** Above what is flown over. */
function raise(node: HTMLElement, flight: Animation): void {
  node.style.zIndex = "6";
  const lower = () => (node.style.zIndex = "");
  flight.finished.then(lower, lower);
}

/** All of a list by so many pixels to the left. */
export function slide(list: HTMLElement, far: number): void {
  if (!far || !duration(FLIGHT)) return;
  slides.set(list, far);
  setTimeout(() => slides.delete(list));
  queueMicrotask(() => moveFrom(list, `translateX(${far}px)`));
}

/** For lists (`animate:`): to the new place. */
export function moving(node: HTMLElement, _: unknown): TransitionConfig {
  const from = origins.get(node.dataset.flight ?? "");
  if (from && duration(FLIGHT)) fly(body(node), from, body(node).getBoundingClientRect(), false);
  return AT_ONCE;
}

/** What is taken away (`out:`): at once, if the same thing flies elsewhere. */
export const send: Deferred = (node, { key }) => {
  sent.set(key, node);
  return () => {
    noteSent();
    return received.has(key) ? AT_ONCE : fade(node, { duration: duration(FADE) });
  };
};

/** What comes (`in:`): from where it was before this turn. */
export const receive: Deferred = (node, { key }) => {
  received.set(key, node);
  return () => {
    setTimeout(() => received.delete(key));
    noteSent();
    const from = origins.get(key);
    if (!from) return fade(node, { duration: duration(FADE) });
    if (duration(FLIGHT)) fly(body(node), from, body(node).getBoundingClientRect(), true);
    return AT_ONCE;
  };
};

type Told = StoryEvent & { type?: string };

/** The tiles that each seat has built so far, in order. */
export function builtBy(story: readonly StoryEvent[], seats: number): string[][] {
  const built: string[][] = Array.from({ length: seats }, () => []);
  for (const event of story as readonly Told[])
    if (event.type === "turn" && event.action === "build")
      built[Number(event.seat)]?.push(String(event.tile));
  return built;
}

/** Where the last tool of this kind went to or came from, as a name for its flight. */
export function toolFlight(story: readonly StoryEvent[], seat: number, tool: string): string {
  for (let k = story.length - 1; k >= 0; k--) {
    const event = story[k] as Told;
    if (event.seat !== seat || event.tool !== tool) continue;
    if (event.type === "turn" || event.type === "lose_tool")
      return flightAt(Number(event.row), Number(event.column), tool);
  }
  return "";
}

export const flightAt = (row: number, column: number, tool: string): string =>
  `tool ${row},${column} ${tool}`;
