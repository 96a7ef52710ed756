/** A drawing: strokes in the order of painting, `|` between them. A stroke is a letter of
 * art.css (what it is filled with; a capital has no outline) and an SVG path. */
export type Drawing = string;

export interface Stroke {
  kind: string;
  path: string;
}

const known = new Map<Drawing, Stroke[]>();

/** The strokes of a drawing, ready for class and path. */
export function strokes(drawing: Drawing): Stroke[] {
  let found = known.get(drawing);
  if (!found) {
    found = drawing
      .split("|")
      .filter((part) => part)
      .map((part) => {
        const letter = part.charAt(0);
        const low = letter.toLowerCase();
        return { kind: letter === low ? `k-${low}` : `k-${low} bare`, path: part.slice(1) };
      });
    known.set(drawing, found);
  }
  return found;
}

const short = (value: number): number => Math.round(value * 10) / 10;

export const join = (...parts: Drawing[]): Drawing => parts.filter((part) => part).join("|");

/** A rectangle by its upper left corner. */
export const box = (k: string, x: number, y: number, w: number, h: number): Drawing =>
  `${k}M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`;

/** A closed polygon by its corners x, y, x, y … */
export const poly = (k: string, ...points: number[]): Drawing => `${k}M${points.map(short).join(" ")}z`;

/** Straight lines through the points x, y, x, y … */
export const line = (k: string, ...points: number[]): Drawing => `${k}M${points.map(short).join(" ")}`;

export const disc = (k: string, x: number, y: number, r: number): Drawing =>
  `${k}M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;

/** A doorway or window with a round top, by the middle of its foot. */
export const arch = (k: string, x: number, y: number, w: number, h: number): Drawing => {
  const r = w / 2;
  return `${k}M${short(x - r)} ${short(y)}v${short(r - h)}a${short(r)} ${short(r)} 0 0 1 ${short(w)} 0v${short(h - r)}z`;
};

/** The one way of shading: marks of the gouge that run in from the right edge. */
export const comb = (x: number, y: number, h: number, length: number, step = 3.4): Drawing => {
  let path = "";
  for (let down = 1.2, k = 0; down < h - 1.4; down += step, k++) {
    const l = short(k % 2 ? length * 0.6 : length);
    path += `M${short(x)} ${short(y + down)}l${-l} .8l${l} .9z`;
  }
  return path ? `I${path}` : "";
};
