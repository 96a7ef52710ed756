/** The guided first game of Samara. */

import type { View as AnyView } from "../../lib/api";
import type { PageCourse } from "../game";
import { asks, proposes } from "../lessons";
import course from "./course.json";
import { place, tileName, type View } from "./model";
import { t, type Key } from "./texts";

const FEW = 8; // tiles
const viewOf = (view: AnyView) => view as unknown as View;
const tilesLeft = (view: AnyView): number => viewOf(view).spaces.filter(({ tile }) => tile).length;

const samaraCourse: PageCourse = {
  course,
  intro: () => t("samara.learn.intro"),
  tell: (lesson) => t(`samara.lesson.${lesson}` as Key),
  lessons: [
    { id: "welcome", when: () => true },
    { id: "board", when: () => true },
    { id: "now", when: asks("act") },
    { id: "newcomer", when: proposes("newcomer") },
    { id: "tool", when: proposes("tool") },
    { id: "build", when: proposes("build") },
    { id: "holiday", when: proposes("holiday") },
    { id: "wait", when: proposes("wait") },
    { id: "help", when: asks("help") },
    { id: "other", when: asks("train", "lose_tool", "barracks", "take_figure", "bury", "imprison") },
    { id: "months", when: ({ made }) => made >= 1 },
    { id: "sheet", when: ({ made, asked }) => asked && made >= 5 },
    { id: "last", when: ({ asked, view }) => asked && tilesLeft(view) <= FEW },
  ],
  parts(any) {
    const view = viewOf(any);
    const parts: (string | number)[] = [view.now, view.foreman, view.worker];
    for (const { tile, tools } of view.spaces) parts.push("|", tile ?? "", ...tools);
    for (const { month, line } of view.calendar) {
      parts.push("|", month);
      parts.push(...line.map(({ seat, worker, strength }) => `${seat}${worker}${strength}`));
    }
    return parts;
  },
  meant(move) {
    const [verb = "", first = "", second = ""] = move.split(" ");
    if (verb === "tool") return { selector: `[data-place="${first}"] [data-tool="${second}"]` };
    return { selector: verb === "build" ? `[data-place="${first}"]` : `[data-move="${move}"]` };
  },
  nameOf(move, view) {
    const spot = /^build (\d,\d)$/.exec(move)?.[1];
    const tile = viewOf(view).spaces.find((space) => place(space) === spot)?.tile;
    return spot && tile ? t("samara.learn.build", { tile: tileName(tile, undefined), place: spot }) : null;
  },
};
export default samaraCourse;
