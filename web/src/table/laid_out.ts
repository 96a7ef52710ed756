/** Any view as a person can read it: facts, and tables of what there are several of. Keys are the
 *  server's own words unless the game names them; docs/views.md says what each means. */

/** How values are told. */
export interface Words {
  /** What a code or a key is called. */
  name: (code: string) => string;
  player: (seat: number) => string;
  yes: string;
  no: string;
  nothing: string;
}
export interface Fact {
  label: string;
  text: string;
}
export interface Grid {
  label: string;
  columns: string[];
  /** `seat`: whose row it is. */
  rows: { seat: number | null; cells: string[] }[];
}

type Thing = Record<string, unknown>;
const SHOWN_ELSEWHERE = ["game", "legal"]; // in the heading, and as buttons
const SEATS = ["seat", "waiting_for"]; // numbers of seats, in every view

/** What a key is called: a game may name its keys as it names its codes. */
const nameOf = (key: string, words: Words): string => words.name(key).replaceAll("_", " ");
const labelOf = (key: string, words: Words): string => {
  const name = nameOf(key, words);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSimple = (value: unknown): boolean => typeof value !== "object" || value === null;
const areThings = (value: unknown): value is Thing[] => Array.isArray(value) && value.length > 0 && value.every(isThing);

/** A value in one line. */
export function told(value: unknown, words: Words, isSeat = false): string {
  if (value === null || value === undefined || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return isSeat ? words.player(value) : String(value);
  if (typeof value === "string") return words.name(value);
  if (Array.isArray(value)) {
    const between = value.every(isSimple) ? ", " : "; ";
    return value.length ? value.map((one) => told(one, words, isSeat)).join(between) : words.nothing;
  }
  return Object.entries(value)
    .map(([key, one]) => `${nameOf(key, words)} ${told(one, words, key === "seat")}`)
    .join(", ");
}

function grid(label: string, things: Thing[], words: Words, areSeats: boolean): Grid {
  const keys = [...new Set(things.flatMap((thing) => Object.keys(thing)))].filter((key) => !areSeats || key !== "name");
  return {
    label,
    columns: keys.map((key) => labelOf(key, words)),
    rows: things.map((thing, k) => ({
      seat: areSeats ? k : null,
      cells: keys.map((key) => told(thing[key], words, key === "seat")),
    })),
  };
}

export function laidOut(view: Thing, words: Words): { facts: Fact[]; grids: Grid[] } {
  const facts: Fact[] = [];
  const grids: Grid[] = [];
  function lay(key: string, label: string, value: unknown): void {
    if (areThings(value)) grids.push(grid(label, value, words, key === "seats"));
    else if (isThing(value)) for (const [part, one] of Object.entries(value)) lay("", `${label}: ${nameOf(part, words)}`, one);
    else facts.push({ label, text: told(value, words, SEATS.includes(key)) });
  }
  const { options, ...rest } = view; // how it was set up comes last
  for (const [key, value] of Object.entries({ ...rest, ...(options === undefined ? {} : { options }) }))
    if (!SHOWN_ELSEWHERE.includes(key)) lay(key, labelOf(key, words), value);
  grids.sort((a, b) => Number(b.rows[0]?.seat === 0) - Number(a.rows[0]?.seat === 0)); // players first
  return { facts, grids };
}
