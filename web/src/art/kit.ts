/** Parts of which buildings are put together, on a scene of 80 × 80 with the ground at 72. */
import { arch, box, comb, disc, join, line, poly, type Drawing } from "./ink";

export const GROUND = 72;

export const wall = (x: number, w: number, h: number, k = "p", foot = GROUND): Drawing =>
  join(box(k, x, foot - h, w, h), comb(x + w, foot - h, h, Math.min(w * 0.34, 9)));

/** A roof seen from the long side, with rows of tiles. */
export const roof = (x: number, w: number, y: number, h: number, k = "c", inset = 5, over = 2.5): Drawing => {
  const l = x - over;
  const r = x + w + over;
  let rows = "";
  for (let d = 5; d < h - 2; d += 5.2) {
    const s = (inset + over) * (1 - d / h) + 1.5;
    for (let a = l + s + ((d * 10) % 4); a < r - s - 3; a += 7.4) rows += `M${a.toFixed(1)} ${(y - h + d).toFixed(1)}h3.6`;
  }
  return join(
    poly(k, l, y, x + inset, y - h, x + w - inset, y - h, r, y),
    rows ? `n${rows}` : "",
    poly("I", r, y, x + w - inset, y - h, x + w - inset - 2.5, y - h, r - 5, y),
  );
};

/** A front with a pointed gable; `rim` is the roof's edge. */
export const gable = (x: number, w: number, h: number, rise: number, k = "p", rim = "c", foot = GROUND): Drawing => {
  const m = x + w / 2;
  const y = foot - h;
  return join(
    poly(k, x, foot, x, y, m, y - rise, x + w, y, x + w, foot),
    comb(x + w, y, h, Math.min(w * 0.34, 9)),
    poly(rim, x - 3, y + 2.5, m, y - rise - 4.5, x + w + 3, y + 2.5, x + w + 3, y - 2.5, m, y - rise - 9.5, x - 3, y - 2.5),
  );
};

export const crenel = (x: number, w: number, y: number, k = "s", teeth = 3): Drawing => {
  const t = w / (2 * teeth - 1);
  let path = `${k}M${x} ${y}v-6`;
  for (let i = 0; i < teeth; i++) path += `h${t.toFixed(2)}${i < teeth - 1 ? `v3h${t.toFixed(2)}v-3` : "v6z"}`;
  return path;
};

export const cone = (x: number, w: number, y: number, h: number, k = "c"): Drawing =>
  join(
    poly(k, x - 2.5, y, x + w / 2, y - h, x + w + 2.5, y),
    poly("I", x + w + 2.5, y, x + w / 2, y - h, x + w * 0.62 + 1, y),
  );

export const dome = (x: number, w: number, y: number, k = "c", tip = 5): Drawing => {
  const r = w / 2 + 1;
  const m = x + w / 2;
  return join(
    line("l", m, y - r, m, y - r - tip),
    disc("o", m, y - r - tip, 1.6),
    `${k}M${m - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0z`,
    `IM${m + r} ${y}a${r} ${r} 0 0 0-${r * 0.75}-${r * 0.94}q${r * 0.5} ${r * 0.3} ${r * 0.35} ${r * 0.94}z`,
  );
};

export const onion = (x: number, w: number, y: number, k = "c"): Drawing => {
  const m = x + w / 2;
  const r = w / 2;
  const f = (v: number) => v.toFixed(1);
  return join(
    line("l", m, y - w * 1.2, m, y - w * 1.2 - 7),
    line("l", m - 2.4, y - w * 1.2 - 4.6, m + 2.4, y - w * 1.2 - 4.6),
    `${k}M${f(m - r * 0.72)} ${f(y)}c${f(-r * 0.9)} ${f(-r * 0.7)} ${f(-r * 0.5)} ${f(-r * 1.5)} ${f(r * 0.72)} ${f(-r * 2.5)}c${f(r * 1.22)} ${f(r)} ${f(r * 1.62)} ${f(r * 1.8)} ${f(r * 0.72)} ${f(r * 2.5)}z`,
    `IM${f(m + r * 0.72)} ${f(y)}c${f(r * 0.9)} ${f(-r * 0.7)} ${f(r * 0.5)} ${f(-r * 1.5)} ${f(-r * 0.72)} ${f(-r * 2.5)}c${f(r * 0.7)} ${f(r)} ${f(r * 0.9)} ${f(r * 1.8)} ${f(r * 0.2)} ${f(r * 2.5)}z`,
  );
};

export const door = (x: number, w = 8, h = 13, k = "v"): Drawing => join(arch(k, x, GROUND, w, h), line("n", x, GROUND - 2, x, GROUND - h + 3));

export const win = (x: number, y: number, w = 5, h = 7, k = "i"): Drawing => arch(k, x, y, w, h);

/** A row of windows. */
export const wins = (x: number, y: number, gap: number, many: number, w = 5, h = 7, k = "i"): Drawing =>
  join(...Array.from({ length: many }, (_, i) => win(x + i * gap, y, w, h, k)));

export const flag = (x: number, y: number, h = 12, k = "c"): Drawing =>
  join(line("l", x, y, x, y - h), `${k}M${x} ${y - h}l9 2.5l-3.4 2l3.4 2.2l-9 1.3z`);

export const tree = (x: number, r = 8, y = GROUND, k = "g"): Drawing =>
  join(
    line("j", x, y, x, y - r),
    disc(k, x, y - r * 1.7, r),
    `IM${x + r * 0.96} ${y - r * 1.5}a${r} ${r} 0 0 1-${r * 1.3} ${r * 0.7}q${r} 0 ${r * 1.3}-${r * 0.7}z`,
  );

export const fir = (x: number, h: number, y = GROUND, k = "g"): Drawing =>
  join(line("j", x, y, x, y - 5), poly(k, x - h * 0.24, y - 4, x, y - h, x + h * 0.24, y - 4), poly("I", x + h * 0.24, y - 4, x, y - h, x + h * 0.07, y - 4));

export const sea = (y = 66): Drawing =>
  join(box("B", -20, y, 120, 40), `lM-14 ${y + 4}q4-3 8 0t8 0M16 ${y + 8}q4-3 8 0t8 0M50 ${y + 4}q4-3 8 0t8 0M-8 ${y + 13}q4-3 8 0M66 ${y + 10}q4-3 8 0t8 0M40 ${y + 13}q4-3 8 0`);

export const land = (k = "Y", y = GROUND): Drawing => join(`${k}M-20 ${y}h120v40h-120z`, `nM-14 ${y + 5}h8M4 ${y + 7}h12M30 ${y + 5}h7M58 ${y + 6}h11M80 ${y + 5}h9`, line("l", -20, y, 100, y));

export const hill = (k = "G"): Drawing => join(`${k}M-20 ${GROUND}q30-14 60-8t60 2v40h-120z`);

export const barrel = (x: number, y = GROUND, s = 1): Drawing =>
  join(
    `wM${x - 5 * s} ${y}q${-3 * s} ${-6 * s} 0 ${-12 * s}h${10 * s}q${3 * s} ${6 * s} 0 ${12 * s}z`,
    `lM${x - 6.3 * s} ${y - 4 * s}h${12.6 * s}M${x - 6.3 * s} ${y - 8 * s}h${12.6 * s}`,
  );

export const posts = (x: number, w: number, many: number, h: number, k = "w", y = GROUND): Drawing => {
  const gap = w / (many - 1);
  return join(
    `lM${x} ${y - h * 0.35}h${w}M${x} ${y - h * 0.72}h${w}`,
    ...Array.from({ length: many }, (_, i) => {
      const a = x + i * gap;
      return poly(k, a - 1.8, y, a - 1.8, y - h + 2, a, y - h - 1, a + 1.8, y - h + 2, a + 1.8, y);
    }),
  );
};

/** A sign on a bracket that hangs from a house's wall. */
export const signboard = (x: number, y: number, inside: Drawing): Drawing =>
  join(line("l", x, y, x + 13, y), line("n", x + 8, y, x + 8, y + 3), disc("o", x + 8, y + 8, 5.6), inside);

/** Timber of a framed wall. */
export const timber = (x: number, w: number, y: number, h: number): Drawing =>
  `lM${x} ${y + h}l${w / 3} ${-h}M${x + w / 3} ${y}v${h}M${x + (2 * w) / 3} ${y}v${h}M${x + w} ${y + h}l${-w / 3} ${-h}M${x} ${y}h${w}M${x} ${y + h}h${w}`;

export const columns = (x: number, w: number, h: number, many: number, y = GROUND, k = "p"): Drawing => {
  const gap = (w - 4) / (many - 1);
  return join(...Array.from({ length: many }, (_, i) => box(k, x + i * gap, y - h, 4, h)));
};

export const smoke = (x: number, y: number): Drawing => `lM${x} ${y}q-4-4 0-7t1-8`;
