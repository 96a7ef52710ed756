/** Samara on the page. */

import "./art/art.css";
import type { PageGame } from "../game";
import { town } from "./art/town";
import type { Foreman } from "./model";
import { t } from "./texts";

export const samara: PageGame = {
  name: "samara",
  title: "Samara",
  cover: { pieces: town, sun: { x: 44, y: 40, r: 20 }, square: 84, sky: "samara" },
  lead: () => t("samara.start.text"),
  facts: () => [t("samara.start.1"), t("samara.start.2"), t("samara.start.3")],
  optionText: (option) => (option === "start_month" ? t("samara.start.month") : null),
  hasHands: false,
  Table: () => import("./Table.svelte"),
  legend: () => import("./legend"),
  sheet: { hidden: (name) => t("samara.sheet.hidden", { name }) },
  // With open eyes everybody's prestige is known.
  replay: { view: ({ own }) => (own ? { seats: own.map(({ seats }, seat) => (seats as Foreman[])[seat]) } : {}) },
  pad: () => import("./pad"),
  course: () => import("./course"),
};
