/** Scenes that put several drawings together. */
import { disc, join, type Drawing } from "./ink";

export interface Piece {
  d: Drawing;
  at?: string;
  /** One of the four colours of art.css. */
  colour?: string;
}

/** A picture without the ground under it, so that several stand side by side. */
export const standing = (drawing: Drawing): Drawing =>
  drawing.split("|").filter((part) => !/^.M-(20|14|8) /.test(part)).join("|");

/** A picture without its first strokes: sky, or water. */
export const afloat = (drawing: Drawing): Drawing => drawing.split("|").slice(2).join("|");

export const sunDisc = (x: number, y: number, r: number): Drawing => join(disc("o", x, y, r), disc("n", x, y, r - 4));
