import { rgb } from '../../../emulator/painting/color.mts';
import { readPrompt } from '../../../emulator/painting/prompt.mts';

/** The first word of each thing that a prompt names. */
function thingsIn(prompt: string): string[] {
	return readPrompt(prompt).subjects.map(({ shape }) => shape.words[0]!);
}

describe('the prompt', () => {
	it.each([
		['a lighthouse at sunset', 'sunset', ['lighthouse']],
		['A CAT on a hill at night.', 'night', ['cat']],
		['Rain over the harbor, a ship', 'storm', ['ship']],
		['balloons at noon', 'day', ['balloon', 'balloon', 'balloon']],
		['palm trees at dawn', 'dawn', ['palm', 'palm', 'palm']],
		['a dog and a house', undefined, ['dog', 'house']],
		['foxes and puppies', undefined, ['fox', 'fox', 'fox', 'dog', 'dog']],
		['a cat, dog, sail boat', undefined, ['cat', 'dog', 'boat']],
		['', undefined, []],
	])('%j gives time of day and things', (prompt, time, things) => {
		expect(readPrompt(prompt).time).toBe(time);
		expect(thingsIn(prompt)).toEqual(things);
	});

	it('leaves out unknown words, among them names of JavaScript', () => {
		expect(thingsIn('风筝 constructor cat toString __proto__')).toEqual(['cat']);
	});

	it('shows at most five things', () => {
		expect(thingsIn('cats, dogs, foxes, houses, boats')).toHaveLength(5);
	});

	it.each([
		['a lighthouse', { hasSea: true, hasLand: true }],
		['a boat', { hasSea: true, hasLand: false }],
		['a cat', { hasSea: false, hasLand: true }],
		['a kite', { hasSea: false, hasLand: false }],
	])('%j decides about sea and land', (prompt, landscape) => {
		expect(readPrompt(prompt)).toMatchObject(landscape);
	});

	it('gives a thing the color that stands before it', () => {
		const [red, green, blue] = readPrompt('a blue boat').subjects[0]!.color;
		expect(blue).toBeGreaterThan(Math.max(red, green));
		const [own] = readPrompt('a boat').subjects;
		expect(own!.color).toEqual(rgb(own!.shape.color));
	});
});
