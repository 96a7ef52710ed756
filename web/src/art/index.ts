/** All drawings of the page; see README.md. */
export * from "./codes";
export type { Drawing } from "./ink";
export type { IconName } from "./icons";
export type { ActionSign } from "./signs";
export { ICONS } from "./icons";

export { default as Icon } from "./Icon.svelte";
export { default as Emblem } from "./common/Emblem.svelte";
export { default as Logo } from "./common/Logo.svelte";
export { default as Medal } from "./common/Medal.svelte";
export { default as QrFrame } from "./common/QrFrame.svelte";
export { default as SeatMark } from "./common/SeatMark.svelte";

export { default as BonusSign } from "./tybor/BonusSign.svelte";
export { default as BuildingCard } from "./tybor/BuildingCard.svelte";
export { default as CardBack } from "./tybor/CardBack.svelte";
export { default as CharacterCard } from "./tybor/CharacterCard.svelte";
export { default as ColourMark } from "./tybor/ColourMark.svelte";
export { default as FirstPlayer } from "./tybor/FirstPlayer.svelte";
export { default as PassArrow } from "./tybor/PassArrow.svelte";
export { default as ProfessionSymbol } from "./tybor/ProfessionSymbol.svelte";
export { default as SecretObjective } from "./tybor/SecretObjective.svelte";
export { default as StageNumeral } from "./tybor/StageNumeral.svelte";
export { default as StoryCard } from "./tybor/StoryCard.svelte";
export { default as StrengthIcon } from "./tybor/StrengthIcon.svelte";

export { default as AbilitySign } from "./samara/AbilitySign.svelte";
export { default as ActionIcon } from "./samara/ActionIcon.svelte";
export { default as BoardGround } from "./samara/BoardGround.svelte";
export { default as BuildingTile } from "./samara/BuildingTile.svelte";
export { default as ColumnHead } from "./samara/ColumnHead.svelte";
export { default as Figure } from "./samara/Figure.svelte";
export { default as Month } from "./samara/Month.svelte";
export { default as NowMarker } from "./samara/NowMarker.svelte";
export { default as Plot } from "./samara/Plot.svelte";
export { default as RowHead } from "./samara/RowHead.svelte";
export { default as TileBack } from "./samara/TileBack.svelte";
export { default as ToolIcon } from "./samara/ToolIcon.svelte";
export { default as Worker } from "./samara/Worker.svelte";
