/** The guided first game of Tybor. */

import type { View as AnyView } from "../../lib/api";
import { asks, proposes } from "../lessons";
import type { PageCourse, Situation } from "../game";
import course from "./course.json";
import type { View } from "./game";
import { t, type Key } from "./texts";

const viewOf = (view: AnyView) => view as unknown as View;
/** A card is to be chosen, in this stage and round or later. */
const chooses = (stage: number, round: number) => (now: Situation) => {
  const view = viewOf(now.view);
  return asks("choose")(now) && view.stage >= stage && view.round >= round;
};

const tyborCourse: PageCourse = {
  course,
  intro: () => t("tybor.learn.intro"),
  tell: (lesson) => t(`tybor.lesson.${lesson}` as Key),
  lessons: [
    { id: "welcome", when: () => true },
    { id: "table", when: () => true },
    { id: "choose", when: asks("choose") },
    { id: "use", when: asks("use") },
    { id: "citizen", when: proposes("citizen") },
    { id: "worker", when: proposes("worker") },
    { id: "build", when: proposes("build") },
    { id: "pay", when: asks("pay") },
    { id: "pass", when: (now) => chooses(1, 2)(now) && viewOf(now.view).stage === 1 },
    { id: "secret", when: chooses(1, 3) },
    { id: "keep", when: asks("keep") },
    { id: "drop", when: asks("drop") },
    { id: "give_up", when: asks("give_up") },
    { id: "stage", when: ({ view }) => viewOf(view).stage >= 2 },
    { id: "sheet", when: chooses(2, 2) },
    { id: "last", when: ({ view }) => viewOf(view).stage >= 4 },
  ],
  parts(any) {
    const view = viewOf(any);
    const parts = [view.stage, view.round, view.due, view.revealed ?? "", ...view.display.map(({ card }) => card)];
    for (const { citizens, workers, buildings } of view.seats) {
      parts.push("|", ...citizens, "|", ...workers, "|");
      parts.push(...buildings.map(({ card, side }) => `${card} ${side}`));
    }
    return parts;
  },
  meant(move, view) {
    const [verb = "", first = ""] = move.split(" ");
    if (verb === "choose") return { selector: "[data-hand]", place: (viewOf(view).hand ?? []).indexOf(first) };
    if (verb === "citizen") return { selector: ".dock .way", place: 0 };
    if (verb === "worker" && !first) return { selector: ".dock .way", place: 1 };
    return { selector: verb === "build" ? `[data-drop="${move}"]` : `[data-move="${move}"]` };
  },
};
export default tyborCourse;
