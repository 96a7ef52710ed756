/** All drawings of the game; see art/README.md. */
export * from "./codes";
export type { ActionSign } from "./signs";

export { default as AbilitySign } from "./AbilitySign.svelte";
export { default as ActionIcon } from "./ActionIcon.svelte";
export { default as BoardGround } from "./BoardGround.svelte";
export { default as BuildingTile } from "./BuildingTile.svelte";
export { default as ColumnHead } from "./ColumnHead.svelte";
export { default as Figure } from "./Figure.svelte";
export { default as Month } from "./Month.svelte";
export { default as NowMarker } from "./NowMarker.svelte";
export { default as Plot } from "./Plot.svelte";
export { default as RowHead } from "./RowHead.svelte";
export { default as TileBack } from "./TileBack.svelte";
export { default as ToolIcon } from "./ToolIcon.svelte";
export { default as Worker } from "./Worker.svelte";
