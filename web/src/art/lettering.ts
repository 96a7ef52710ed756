/** Our own figures and capitals, cut like wood type: lines of one weight on 10 × 14. */
const GLYPHS: Record<string, string> = {
  "0": "M5 1.5c-2.6 0-3.5 1.5-3.5 4v3c0 2.5.9 4 3.5 4s3.5-1.5 3.5-4v-3c0-2.5-.9-4-3.5-4z",
  "1": "M1.6 4.4L5.2 2V14M1.5 12.5h7.4",
  "2": "M1.6 4.7c0-2.1 1.3-3.2 3.4-3.2s3.4 1.1 3.4 3c0 3.1-6.6 4.8-6.7 8h7.3",
  "3": "M1.6 3.8c.6-1.5 1.7-2.3 3.3-2.3c2 0 3.3 1 3.3 2.6s-1.3 2.6-3.2 2.6h-1.2M5 6.7c2.2 0 3.5 1.1 3.5 2.9s-1.4 2.9-3.6 2.9c-1.8 0-3-.8-3.6-2.4",
  "4": "M6.9 14V1.8L1.5 9.7h8",
  "5": "M8.3 1.5h-5.7l-.5 5.4c.8-.7 1.7-1 2.8-1c2.3 0 3.6 1.3 3.6 3.2s-1.4 3.4-3.6 3.4c-1.7 0-2.9-.8-3.5-2.2",
  "6": "M8.1 3.6c-.6-1.4-1.6-2.1-2.9-2.1c-2.5 0-3.7 1.8-3.7 5.2c0 3.9 1 5.8 3.5 5.8c2.2 0 3.5-1.3 3.5-3.4s-1.3-3.1-3.3-3.1c-1.9 0-3.2 1-3.6 2.7",
  "7": "M1 1.5h7.5c-2.5 3.4-3.9 7-4 12.5",
  "8": "M5 6.7c-2 0-3-1-3-2.6s1.1-2.6 3-2.6s3 1 3 2.6s-1 2.6-3 2.6zM5 6.7c-2.3 0-3.5 1.1-3.5 2.9s1.3 2.9 3.5 2.9s3.5-1.1 3.5-2.9s-1.2-2.9-3.5-2.9z",
  "9": "M1.9 10.4c.6 1.4 1.6 2.1 2.9 2.1c2.5 0 3.7-1.8 3.7-5.2c0-3.9-1-5.8-3.5-5.8c-2.2 0-3.5 1.3-3.5 3.4s1.3 3.1 3.3 3.1c1.9 0 3.2-1 3.6-2.7",
  "+": "M5 3.2v7.6M1.2 7h7.6",
  "-": "M1.5 7h7",
  "×": "M2 4l6 6M8 4l-6 6",
  "?": "M1.6 4.5c0-2 1.3-3 3.4-3s3.4 1 3.4 2.9c0 2.3-3.3 2.6-3.3 5.4M5.1 11.6v2.4",
  I: "M5 0v14M2.4 1.5h5.2M2.4 12.5h5.2",
  V: "M1.2 0L5 13L8.8 0M0 1.2h3M7 1.2h3",
  X: "M1.4 0L8.6 14M8.6 0L1.4 14",
  A: "M1.4 14L4.4 1.5h1.2L8.6 14M2.6 9.6h4.8",
  B: "M1.5 12.5V1.5h3.5c2.1 0 3 1 3 2.6s-.9 2.6-3 2.6h-3.5M5 6.7c2.4 0 3.5 1.1 3.5 2.9s-1.1 2.9-3.5 2.9h-3.5",
  E: "M8.6 1.5h-7.1v11h7.1M1.5 6.9h5.7",
  M: "M1.5 14V2.2L6.5 9.8L11.5 2.2V14",
  R: "M1.5 14V1.5h3.6c2.2 0 3.3 1.1 3.3 3.1s-1.1 3.1-3.3 3.1h-3.6M5.2 7.7L8.7 14",
  S: "M8.3 3.7c-.5-1.5-1.6-2.2-3.3-2.2c-2 0-3.3 1-3.3 2.7c0 3.9 6.8 1.7 6.8 5.6c0 1.7-1.3 2.7-3.5 2.7c-1.9 0-3.1-.8-3.6-2.4",
  T: "M.4 1.5h9.2M5 1.5V14",
  U: "M1.5 0v8.5c0 2.7 1.1 4 3.5 4s3.5-1.3 3.5-4V0",
};

const GAP = 1.6;
const width = (sign: string): number => (sign === "M" ? 13 : sign === "I" ? 5.2 : sign === "-" ? 9 : 10);

export interface Letter {
  path: string;
  x: number;
}

/** The letters of a word from left to right, and how wide it is, for a height of 14. */
export function lettering(word: string): { letters: Letter[]; width: number } {
  const letters: Letter[] = [];
  let x = 0;
  for (const sign of word) {
    const path = GLYPHS[sign];
    if (!path) continue;
    letters.push({ path, x: sign === "I" ? x - 2.4 : x });
    x += width(sign) + GAP;
  }
  return { letters, width: Math.max(x - GAP, 1) };
}

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
export const roman = (value: number): string => ROMAN[value] ?? String(value);
