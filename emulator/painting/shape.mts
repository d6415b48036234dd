/** Which color a part of a shape gets: the shape's own, or one of the palette. */
export type Tone = 'own' | 'shade' | 'dark' | 'pale' | 'lamp' | 'beam';

/** A flat drawing of a thing in a square of 100 by 100 that it stands on the lower side of. */
export type Shape = {
	/** In the singular; a trailing `s` of the prompt's word is ignored. */
	readonly words: readonly string[];
	readonly place: 'land' | 'sea' | 'sky';
	/** The side of its square, relative to the image. */
	readonly size: number;
	/** Its own color in daylight, unless the prompt names another. */
	readonly color: string;
	readonly parts: ReadonlyArray<readonly [tone: Tone, path: string]>;
};
