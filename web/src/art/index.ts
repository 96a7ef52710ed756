/** All drawings that every game and the page share; see README.md. */
export type { Drawing } from "./ink";
export type { IconName } from "./icons";
export { ICONS } from "./icons";

export { default as Icon } from "./Icon.svelte";
export { default as Emblem, type Cover } from "./common/Emblem.svelte";
export { default as Logo } from "./common/Logo.svelte";
export { default as Medal } from "./common/Medal.svelte";
export { default as QrFrame } from "./common/QrFrame.svelte";
export { default as SeatMark } from "./common/SeatMark.svelte";
