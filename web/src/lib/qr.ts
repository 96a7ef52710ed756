/** QR codes of links: text as bytes, error correction M (a seventh of it may be damaged),
 *  after ISO/IEC 18004. `qr("https://…")` gives rows of dark (true) and light modules. */

// By version, from 1: error correction bytes in each block, and number of blocks.
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
const LEVEL = 0; // M, as the format bits have it

export function qr(text: string, wantedMask?: number): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, k) => bytes.length <= room(k + 1)) + 1;
  if (version === 0) throw new RangeError("too long for a QR code");
  const stream = woven(version, encoded(version, bytes));
  if (wantedMask !== undefined) return drawn(version, stream, wantedMask);
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => drawn(version, stream, mask));
  const penalties = all.map(penalty);
  return all[penalties.indexOf(Math.min(...penalties))]!;
}

// --- bytes ------------------------------------------------------------------------------------
/** Modules for data and error correction. */
function modules(version: number): number {
  let found = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    found -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) found -= 36;
  }
  return found;
}

function dataBytes(version: number): number {
  const k = version - 1;
  return Math.floor(modules(version) / 8) - CORRECTION[k]! * BLOCKS[k]!;
}

/** Bytes of text: the mode takes 4 bits, their number 8 or 16. */
function room(version: number): number {
  return dataBytes(version) - (version < 10 ? 2 : 3);
}

function encoded(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const push = (value: number, width: number): void => {
    for (let k = width - 1; k >= 0; k--) bits.push((value >> k) & 1);
  };
  push(0b0100, 4); // bytes
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const all = dataBytes(version);
  push(0, Math.min(4, all * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const found: number[] = [];
  for (let k = 0; k < bits.length; k += 8)
    found.push(bits.slice(k, k + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  for (let k = 0; found.length < all; k++) found.push(k % 2 ? 0x11 : 0xec);
  return found;
}

/** Blocks with their error correction, byte by byte in turn. */
function woven(version: number, data: number[]): number[] {
  const blocks = BLOCKS[version - 1]!;
  const correction = CORRECTION[version - 1]!;
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks; // the last ones have a byte more
  const divisor = generator(correction);
  const parts: { data: number[]; rest: number[] }[] = [];
  for (let k = 0, at = 0; k < blocks; k++) {
    const size = short + (k >= blocks - longer ? 1 : 0);
    const part = data.slice(at, at + size);
    parts.push({ data: part, rest: remainder(part, divisor) });
    at += size;
  }
  const found: number[] = [];
  for (let k = 0; k <= short; k++) for (const { data: d } of parts) if (k < d.length) found.push(d[k]!);
  for (let k = 0; k < correction; k++) for (const { rest } of parts) found.push(rest[k]!);
  return found;
}

/** In the field of 256 elements. */
function times(a: number, b: number): number {
  let found = 0;
  for (let k = 7; k >= 0; k--) {
    found = (found << 1) ^ ((found >>> 7) * 0x11d);
    found ^= ((b >>> k) & 1) * a;
  }
  return found;
}

function generator(degree: number): number[] {
  const found = Array<number>(degree).fill(0);
  found[degree - 1] = 1;
  for (let k = 0, root = 1; k < degree; k++, root = times(root, 2))
    for (let j = 0; j < degree; j++) found[j] = times(found[j]!, root) ^ (found[j + 1] ?? 0);
  return found;
}

function remainder(data: number[], divisor: number[]): number[] {
  const found = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ found.shift()!;
    found.push(0);
    divisor.forEach((d, k) => (found[k]! ^= times(d, factor)));
  }
  return found;
}

// --- drawing ----------------------------------------------------------------------------------
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version: number, stream: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    fixed[y]![x] = true;
  };

  for (let k = 0; k < size; k++) {
    set(6, k, k % 2 === 0);
    set(k, 6, k % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const)
    square(cx, cy, 4, (far) => far !== 2 && far !== 4, set);
  const places = alignments(version);
  places.forEach((cx, i) =>
    places.forEach((cy, j) => {
      const last = places.length - 1;
      const isFinder = (!i && !j) || (!i && j === last) || (i === last && !j);
      if (!isFinder) square(cx, cy, 2, (far) => far !== 1, set);
    }),
  );
  formats(size, mask, set);
  versions(size, version, set);

  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = (right + 1) & 2 ? step : size - 1 - step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue;
        const value = ((stream[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        grid[y]![x] = (value === 1) !== MASKS[mask]!(x, y);
        bit++;
      }
    }
  }
  return grid;
}

type Set = (x: number, y: number, dark: boolean) => void;

function square(cx: number, cy: number, reach: number, dark: (far: number) => boolean, set: Set): void {
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++)
      set(cx + x, cy + y, dark(Math.max(Math.abs(x), Math.abs(y))));
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const many = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (many * 2 - 2)) * 2;
  const found = Array.from({ length: many - 1 }, (_, k) => version * 4 + 10 - k * step);
  return [6, ...found.reverse()];
}

function formats(size: number, mask: number, set: Set): void {
  const data = (LEVEL << 3) | mask;
  let rest = data;
  for (let k = 0; k < 10; k++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (k: number): boolean => ((bits >>> k) & 1) === 1;
  for (let k = 0; k <= 5; k++) set(8, k, bit(k));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let k = 9; k < 15; k++) set(14 - k, 8, bit(k));
  for (let k = 0; k < 8; k++) set(size - 1 - k, 8, bit(k));
  for (let k = 8; k < 15; k++) set(8, size - 15 + k, bit(k));
  set(8, size - 8, true);
}

function versions(size: number, version: number, set: Set): void {
  if (version < 7) return;
  let rest = version;
  for (let k = 0; k < 12; k++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let k = 0; k < 18; k++) {
    const dark = ((bits >>> k) & 1) === 1;
    const a = size - 11 + (k % 3);
    const b = Math.floor(k / 3);
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** How hard a code would be to read: runs, blocks, false finders, too dark or too light. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x]!));
  let found = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2;
    for (let k = 0; k + 11 <= size; k++) {
      const part = text.slice(k, k + 11);
      if (part === "10111010000" || part === "00001011101") found += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const one = grid[y]![x]!;
      if (one) dark++;
      if (y && x && one === grid[y - 1]![x] && one === grid[y]![x - 1] && one === grid[y - 1]![x - 1])
        found += 3;
    }
  return found + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}

/** The dark modules as one SVG path. */
export function qrPath(grid: boolean[][]): string {
  return grid
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}
