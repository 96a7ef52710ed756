/** Dark, light, or as the system is. */

import { keep, kept } from "./keep";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

let current = $state<Theme>(kept<Theme>("theme", "auto"));

function show(): void {
  const { dataset } = document.documentElement;
  if (current === "auto") delete dataset.theme;
  else dataset.theme = current;
}

export const theme = {
  get now(): Theme {
    return current;
  },
  set(wanted: Theme): void {
    current = wanted;
    keep("theme", wanted);
    show();
  },
  show,
};
