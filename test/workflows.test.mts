import { readdirSync, readFileSync } from 'node:fs';

type Node = {
	readonly name: string;
	readonly type: string;
	readonly parameters: { readonly content?: string };
	readonly credentials?: object;
};
type Example = { readonly name: string; readonly nodes: readonly Node[] };

const NOTE = 'n8n-nodes-base.stickyNote';

const examples = readdirSync('workflows').map(
	(file) => [file, JSON.parse(readFileSync(`workflows/${file}`, 'utf8')) as Example] as const,
);
const notesOf = ({ nodes }: Example) => nodes.filter(({ type }) => type === NOTE);

describe.each(examples)('%s', (_, example) => {
	it('says under its name what it does, what to fill in and what it costs', () => {
		const texts = notesOf(example).map(({ parameters }) => parameters.content ?? '');

		expect(texts[0]).toContain(`## ${example.name}\n\n`);
		expect(texts.join('\n')).toMatch(/\*\*AI App API\*\* credential/);
		expect(texts.join('\n')).toMatch(/task/);
	});

	it('holds no credential', () => {
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
	});
});
