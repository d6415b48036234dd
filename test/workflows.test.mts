import { readdirSync, readFileSync } from 'node:fs';

type Node = {
	readonly name: string;
	readonly type: string;
	readonly position: readonly [number, number];
	readonly parameters: {
		readonly width?: number;
		readonly height?: number;
		readonly content?: string;
	};
	readonly credentials?: object;
};
type Example = { readonly name: string; readonly nodes: readonly Node[] };
type Box = {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
};

const NOTE = 'n8n-nodes-base.stickyNote';
/** What n8n draws of a node: a square, its name to both sides of it, and two lines below. */
const NODE_SIDE = 96;
const NAME_OVERHANG = 40;
const NAME_HEIGHT = 60;
/** Of the type that n8n sets notes in, on the safe side. */
const CHARACTER_WIDTH = 6.6;
const LINE_HEIGHT = 21;
const PADDING = 20;

const examples = readdirSync('workflows').map(
	(file) => [file, JSON.parse(readFileSync(`workflows/${file}`, 'utf8')) as Example] as const,
);
const notesOf = ({ nodes }: Example) => nodes.filter(({ type }) => type === NOTE);

describe.each(examples)('%s', (file, example) => {
	it('is called what its file is called', () => {
		const slug = example.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

		expect(slug.replace('-to-clean-background', '')).toBe(file.replace('.json', ''));
	});

	it('says under its name what it does, what to fill in and what it costs', () => {
		const texts = notesOf(example).map(({ parameters }) => parameters.content ?? '');

		expect(texts[0]).toContain(`## ${example.name}\n\n`);
		expect(texts.join('\n')).toMatch(/\*\*AI App API\*\* credential/);
		expect(texts.join('\n')).toMatch(/task/);
	});

	it('has notes that no node stands on, and that hold their text', () => {
		for (const note of notesOf(example)) {
			const others = example.nodes.filter((node) => node !== note);
			const covered = others.filter((node) => overlap(boxOf(note), boxOf(node)));
			expect(covered.map(({ name }) => name)).toEqual([]);
			expect(textHeight(note)).toBeLessThanOrEqual(note.parameters.height ?? 0);
		}
	});

	it('holds no credential', () => {
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
	});
});

function boxOf({ type, position: [left, top], parameters }: Node): Box {
	const { width = 0, height = 0 } = parameters;
	if (type === NOTE) return { left, top, right: left + width, bottom: top + height };
	return {
		left: left - NAME_OVERHANG,
		top,
		right: left + NODE_SIDE + NAME_OVERHANG,
		bottom: top + NODE_SIDE + NAME_HEIGHT,
	};
}

function overlap(one: Box, other: Box): boolean {
	const apart =
		one.right <= other.left ||
		other.right <= one.left ||
		one.bottom <= other.top ||
		other.bottom <= one.top;
	return !apart;
}

/** How high a note must be for its text. */
function textHeight({ parameters: { width = 0, content = '' } }: Node): number {
	const perLine = (width - 2 * PADDING) / CHARACTER_WIDTH;
	const lines = content
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('```'))
		.map((line) => Math.ceil(line.replaceAll(/[*#`]/g, '').length / perLine));
	return PADDING + LINE_HEIGHT * lines.reduce((sum, count) => sum + count, 0);
}
