/** What the server says about Tybor, as types, and its cards and moves by their codes. */

import { COLOURS, type Bonus, type Colour, type Profession, type Side } from "./art";
import type { Schemas } from "../../lib/api";
import type { Game } from "../../lib/games.svelte";
import type { StoryEvent } from "../../lib/socket.svelte";

export interface Character {
  profession: Profession;
  strength: number;
  colours: Colour[];
}
export interface Building {
  colour: Colour;
  points: number;
  /** Of its great side. */
  greatPoints: number;
  bonus: Bonus;
}
export type Built = Schemas["Built"];
export type Offer = Schemas["Offer"];
export type Sheet = Schemas["Sheet"];
/** `scores`: everybody's sheets, in a replay with open eyes. */
export type View = Schemas["TyborView"] & { scores?: (Sheet | null)[] };
export type Phase = View["phase"];

/** The ways to use a card. */
export type Way = "citizen" | "worker" | "builder";
export const WAYS: readonly Way[] = ["citizen", "worker", "builder"];

/** All cards by code, and all moves by what players write (`build Mill great`). */
export interface Box {
  characters: Map<string, Character>;
  buildings: Map<string, Building>;
  actions: Map<string, number>;
  moves: string[];
  names: string[];
}

const plain = (id: string) => id.split("/", 1)[0] ?? id;

export function boxOf(game: Game): Box {
  const { characters, buildings } = game.components as {
    characters: Record<string, Character>;
    buildings: Record<string, Building>;
  };
  const great = (card: Building) => ({ ...card, greatPoints: card.points + (game.great_bonus ?? 0) });
  const moves = game.actions.map(({ move }) => move);
  return {
    characters: new Map(Object.entries(characters).map(([id, card]) => [plain(id), card])),
    buildings: new Map(Object.entries(buildings).map(([id, card]) => [plain(id), great(card)])),
    actions: new Map(moves.map((move, action) => [move, action])),
    moves,
    names: game.names,
  };
}

/** Whether everybody has another hand from here on. */
export const bringsHands = ({ type }: StoryEvent): boolean => type === "pass" || type === "deal";

/** The printed points of a side: the great one is worth more (T1.1). */
export const pointsOf = (building: Building, side: Side) =>
  side === "great" ? building.greatPoints : building.points;

/** Codes with a key for each: copies are alike, but a list needs to tell them apart. */
export function keyed(codes: readonly string[]): { code: string; key: string }[] {
  const seen = new Map<string, number>();
  return codes.map((code) => {
    const copy = seen.get(code) ?? 0;
    seen.set(code, copy + 1);
    return { code, key: copy ? `${code}/${copy}` : code };
  });
}

export interface Standing extends Built {
  key: string;
  building: Building;
}
/** What stands on a tableau, colour by colour. */
export const standing = (box: Box, buildings: readonly Built[]): Standing[] =>
  keyed(buildings.map(({ card, side }) => `${card} ${side}`))
    .flatMap(({ code, key }) => {
      const [card = "", side] = code.split(" ");
      const building = box.buildings.get(card);
      return building ? [{ card, side: side as Side, key, building }] : [];
    })
    .sort((a, b) => COLOURS.indexOf(a.building.colour) - COLOURS.indexOf(b.building.colour));
