import { mix, rgb, type Color } from './color.mts';
import type { TimeOfDay } from './palettes.mts';
import type { Shape } from './shape.mts';
import { COASTAL, COLORS, FEATURES, SHAPES, TIMES } from './words.mts';

export type Subject = { readonly shape: Shape; readonly color: Color };
export type Feature = keyof typeof FEATURES;

/** The known words of a prompt; everything else is left out. */
export type Brief = {
	readonly time?: TimeOfDay;
	readonly subjects: readonly Subject[];
	readonly hasSea: boolean;
	readonly hasLand: boolean;
	readonly has: (feature: Feature) => boolean;
};

type Word = { readonly text: string; readonly isPlural: boolean };

const MAX_SUBJECTS = 5;
/** How many a plural stands for. */
const SEVERAL = 3;

/** Finds known words, in their order. */
export function readPrompt(prompt: string): Brief {
	const words = (prompt.toLowerCase().match(/\p{L}+|[,.;]/gu) ?? []).map(singular);
	const names = (list: readonly string[]) => words.some(({ text }) => list.includes(text));
	const has = (feature: Feature) => names(FEATURES[feature]);
	const subjects = words.flatMap((_, index) => subjectsAt(words, index));
	const isAt = (place: Shape['place']) => subjects.some(({ shape }) => shape.place === place);
	return {
		time: (Object.keys(TIMES) as TimeOfDay[]).find((time) => names(TIMES[time])),
		subjects: subjects.slice(0, MAX_SUBJECTS),
		hasSea: has('sea') || has('city') || isAt('sea') || names(COASTAL),
		hasLand: has('land') || isAt('land'),
		has,
	};
}

/** Of two things without a comma between the first one counts: palm tree, sail boat. */
function subjectsAt(words: readonly Word[], index: number): Subject[] {
	const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
	const shape = shapeOf(word);
	if (!shape || shapeOf(before)) return [];
	const isPlural = word?.isPlural || (shapeOf(after) && after?.isPlural);
	const own = rgb(shape.color);
	const named = COLORS.get(before?.text ?? '');
	// A red fox is still a fox.
	const color = named === undefined ? own : mix(own, rgb(named), 0.8);
	return Array.from({ length: isPlural ? SEVERAL : 1 }, () => ({ shape, color }));
}

function shapeOf(word: Word | undefined): Shape | undefined {
	return word && SHAPES.find(({ words }) => words.includes(word.text));
}

function singular(word: string): Word {
	const text = word.replace(/ies$/, 'y').replace(/(?<=x|ch)es$|(?<=\w[^s])s$/, '');
	return { text, isPlural: text !== word };
}
