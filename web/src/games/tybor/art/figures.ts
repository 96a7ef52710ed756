/** The people, on 72 × 96 from head to chest. Light falls from the upper left. */
import type { Profession } from "./codes";
import { comb, disc, join, type Drawing } from "../../../art/ink";

const body = (k: string, d = ""): Drawing => join(`${k}M2 98q0-27 17-32l11-3h12l11 3q17 5 17 32z`, comb(68, 74, 24, 14), d);
const neck = "fM30 48h12v16q-6 6-12 0z|HM42 54v10q-3 3-6 3q3-7 6-13z";
const face = join(
  "fM23 33q0-15 13-15t13 15q0 21-13 24q-13-3-13-24z",
  "HM49 33q0 21-13 24q9-7 8-23q-1-11-6-15q11 0 11 14z",
  disc("I", 30.6, 35.6, 1.5),
  disc("I", 41.4, 35.6, 1.5),
  "nM28 31.6q2.6-1.6 5-.4M39 31.2q2.6-1.2 5 .4M36.5 34.5l-2 7.5h3.5",
);
const smile = "nM32.5 47.5q3.5 2.6 7 0";
const beard = (k: string): Drawing =>
  join(`${k}M23 35q1.5 5 4 7q4.5-2.5 9-.5q4.5-2 9 .5q2.5-2 4-7q2 26-13 31q-15-5-13-31z`, "XM31 45.5q5 2.6 10 0q-5 5-10 0z", "nM31 55l1.5 5M36 56v6M41 55l-1.5 5");
const plaits = (k: string): Drawing =>
  join(
    `${k}M24 28q-7 12-5 26q-2 12 1 20q5 1 6-1q1-14-1-24q-1-10 2-19z`,
    `${k}M48 28q7 12 5 26q2 12-1 20q-5 1-6-1q-1-14 1-24q1-10-2-19z`,
    "nM20 54l5 3M20 62l6 3M52 54l-5 3M52 62l-6 3",
  );
const fringe = (k: string): Drawing => `${k}M22 34q0-18 14-18t14 18q-2-8-10-10q-4 6-18 10z`;

interface Looks {
  behind: Drawing;
  dress: Drawing;
  hat: Drawing;
  hair: string;
  tresses?: string;
  holds: Drawing;
}

const LOOKS: Record<Profession, Looks> = {
  farmer: {
    behind: "",
    dress: body("g", "pM28 66l8 10l8-10l-2-4h-12z|lM24 66l-2 32M48 66l2 32"),
    hat: "yM4 29q32-17 64 0q-32 12-64 0z|yM22 25q0-17 14-17t14 17q-14 6-28 0z|rM22 25q14 6 28 0l-.6-4q-13.4 5-26.8 0z|nM10 29l8-2M14 31.5l8-2M50 29.5l9 1.5M54 27l8 2M30 12v5M36 11v5M42 12v5",
    hair: "w",
    holds: "jM62 98V44|lM56 30v9q0 5 6 5t6-5v-9M62 28v16",
  },
  merchant: {
    behind: "",
    dress: body("m", "oM27 65l9 9l9-9l3 3l-12 13l-12-13z|lM36 81v17"),
    hat: "mM17 27q-4-18 17-20q27-2 25 15q6 2 5 14q-6-4-9-10q-8 2-19 0q-13-2-19 1z|IM59 22q6 2 5 14q-6-4-9-10z|oM19 28q17-7 34 0l.5-4.5q-17.5-6-35 0z|nM30 11q8-3 18 2M26 16q8-4 16-3",
    hair: "v",
    holds: join("oM53 92q-7-2-4-12q2-5 5-7l-2-4h11l-2 4q3 2 5 7q3 10-4 12z", "lM53 73h9", disc("P", 57.5, 82.5, 4), disc("n", 57.5, 82.5, 4)),
  },
  craftsman: {
    behind: "",
    dress: body("p", "wM18 98v-22q0-3 4-3h28q4 0 4 3v22z|lM22 73l-3-7M50 73l3-7|nM24 82h24M24 92h24"),
    hat: "rM22 29q-1-19 14-19t14 19q-14-6-28 0z|pM20.5 31q15.5-8 31 0l.4-5q-16-8-31.8 0z|nM30 13q6-3 12 0",
    hair: "h",
    holds: "wM60 98V56h5v42z|sM50 45h20q4 0 4 3v6q0 3-4 3h-20z|IM70 45q4 0 4 3v6q0 3-4 3h-6q5-6 0-12z",
  },
  captain: {
    behind: "",
    dress: body("b", "pM24 65l12 16l12-16l-6-3h-12z|nM30 68h12M32 73h8M35 78h2|oM22 84h0M20 76a2 2 0 1 0 .1 0zM20 88a2 2 0 1 0 .1 0zM52 76a2 2 0 1 0 .1 0zM52 88a2 2 0 1 0 .1 0z"),
    hat: "iM6 25q4-11 14-6q3-13 16-13t16 13q10-5 14 6q-10 9-30 9t-30-9z|zM10 26q10 6 26 6t26-6|oM36 12v9M33 14.5h6M31.5 18q1 4.5 4.5 4.5t4.5-4.5",
    hair: "s",
    tresses: "y",
    holds: "oM50 88l14-26l7 4l-14 26z|vM62 65l5-9l9 5l-5 9z|lM54 80l7 4",
  },
  priest: {
    behind: "tM14 70q-8-58 22-60q30 2 22 60z|IM58 70q8-56-20-60q16 10 12 60z",
    dress: body("t", "tM16 70q20 14 40 0l-4-6q-16 10-32 0z|lM36 78v20"),
    hat: "lM23 40q-3-24 13-25q16 1 13 25",
    hair: "q",
    holds: "jM36 76v0|oM34 74h4v5h5v4h-5v9h-4v-9h-5v-4h5z",
  },
  soldier: {
    behind: "tM17 68q-6-40 19-44q25 4 19 44z|nM20 46h3M19 52h4M19 58h4M49 46h4M50 52h4M50 58h4",
    dress: body("r", "pM26 66h20v32h-20z|IM44 66h2v32h-2z|tM14 70q22 12 44 0l-5-7q-17 10-34 0z|nM24 70h3M32 73h3M40 73h3M47 70h3|rM33 80h6v5h5v5h-5v8h-6v-8h-5v-5h5z"),
    hat: "sM8 32q5-7 13-8q0-18 15-18t15 18q8 1 13 8q-28 8-56 0z|IM51 24q0-18-13-18q7 6 6.5 19.3zM64 32q-5-7-13-8l-5 1.5q5 4 5.5 8.5q6.5-.5 12.5-2z|lM20 24q16 5 32 0|nM36 6v18",
    hair: "v",
    holds: "wM7 98V32h4v66z|sM9 4l6 17l-4 11h-4l-4-11z|IM9 4l6 17l-4 11h-2z",
  },
};

/** A person of a profession: a woman where the strength is odd, a man where it is even. */
export function person(profession: Profession, strength: number): Drawing {
  const { behind, dress, hat, hair: beards, tresses = beards, holds } = LOOKS[profession];
  const woman = strength % 2 === 1;
  const hair = woman ? tresses : beards;
  if (profession === "priest") return join(behind, neck, dress, face, woman ? smile : beard(hair), hat, holds);
  return join(behind, woman && profession !== "soldier" ? plaits(hair) : "", neck, dress, face, woman ? fringe(hair) : "", woman ? smile : beard(hair), hat, holds);
}
