import type { Canvas } from './canvas.mts';
import type { Palette, TimeOfDay } from './palettes.mts';
import type { Brief } from './prompt.mts';
import type { Random } from './random.mts';

/** What every part of a scene needs to know. */
export type Scene = {
	readonly canvas: Canvas;
	readonly random: Random;
	readonly time: TimeOfDay;
	readonly palette: Palette;
	readonly brief: Brief;
	/** The shorter side of the image in pixels: sizes of things are shares of it. */
	readonly unit: number;
	/** Where sky and sea meet, in pixels from the top. */
	readonly horizon: number;
	/** The side of the image where land is, if there is sea too; sun or moon are on the other. */
	readonly landIsLeft: boolean;
};
