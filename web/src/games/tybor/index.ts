/** Tybor on the page. */

import "./art/art.css";
import { roman } from "../../art/lettering";
import type { PageGame } from "../game";
import { town } from "./art/stories";
import { t } from "./texts";

export const tybor: PageGame = {
  name: "tybor",
  title: "Tybor",
  cover: { pieces: town, sun: { x: 104, y: 36, r: 17 }, square: 70, sky: "tybor" },
  lead: () => t("tybor.start.text"),
  facts: () => [t("tybor.start.1"), t("tybor.start.2"), t("tybor.start.3")],
  valueText: (option, { value, text }) => (option === "chapter" ? `${roman(Number(value))} · ${text}` : text),
  hasHands: true,
  Table: () => import("./Table.svelte"),
  legend: () => import("./legend"),
  sheet: { incomplete: () => t("tybor.sheet.incomplete") },
  replay: {
    view: ({ own }) => ({
      chosen: null, // it lies beside the table, see replay/Open.svelte
      ...(own ? { scores: own.map(({ score }) => score ?? null) } : {}),
    }),
    Beside: () => import("./replay/Beside.svelte"),
  },
  pad: () => import("./pad"),
  course: () => import("./course"),
};
