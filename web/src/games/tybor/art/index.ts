/** All drawings of the game; see art/README.md. */
export * from "./codes";

export { default as BonusSign } from "./BonusSign.svelte";
export { default as BuildingCard } from "./BuildingCard.svelte";
export { default as CardBack } from "./CardBack.svelte";
export { default as CharacterCard } from "./CharacterCard.svelte";
export { default as ColourMark } from "./ColourMark.svelte";
export { default as FirstPlayer } from "./FirstPlayer.svelte";
export { default as PassArrow } from "./PassArrow.svelte";
export { default as ProfessionSymbol } from "./ProfessionSymbol.svelte";
export { default as SecretObjective } from "./SecretObjective.svelte";
export { default as StageNumeral } from "./StageNumeral.svelte";
export { default as StoryCard } from "./StoryCard.svelte";
export { default as StrengthIcon } from "./StrengthIcon.svelte";
