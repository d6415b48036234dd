import { readdirSync, readFileSync } from 'node:fs';
import { parsed } from './sources.mts';
import { panelTexts, type PanelText } from './panelTexts.mts';
import { refusedWordsIn } from './refusedWords.mts';
import { textsIn, writtenTexts } from './writtenTexts.mts';

type Workflow = {
	readonly name: string;
	readonly nodes: ReadonlyArray<{
		readonly name: string;
		readonly parameters: { readonly content?: string };
	}>;
};

const workflows = readdirSync('workflows').flatMap((file) => {
	const { name, nodes } = JSON.parse(readFileSync(`workflows/${file}`, 'utf8')) as Workflow;
	const texts = nodes.flatMap((node) => [node.name, node.parameters.content ?? '']);
	return [name, ...texts].map((text) => ({ place: file, text }));
});

describe.each([
	['the shipped code', writtenTexts],
	['the panels', panelTexts],
	['the example workflows', workflows],
])('%s', (_, texts) => {
	it('has texts', () => {
		expect(texts.length).toBeGreaterThan(100);
	});

	it('contains no refused words', () => {
		expect(foundIn(texts)).toEqual([]);
	});
});

it.each([
	["throw new AiAppError('timeout', 'The task goes on');", ['goes on']],
	['const advice = `${start} of ${all}. No state is final`;', ['No state is']],
	['const hint = say`Looks at ${many} tasks that were paid for`;', ['Looks at', 'paid for']],
	["import { wait } from './sleep';", []],
	["const clock = { 'sleep': later };", []],
	["type Step = 'sleep';", []],
])('refused words are found in %s', (code, words) => {
	const found = textsIn(parsed('code.ts', code)).flatMap(({ text }) => refusedWordsIn(text));

	expect(found.map(wordOf)).toEqual(words);
});

function foundIn(texts: readonly PanelText[]): readonly string[] {
	return texts.flatMap(({ place, text }) =>
		refusedWordsIn(text).map((found) => `${place} ${found}`),
	);
}

function wordOf(found: string): string | undefined {
	return /"([^"]*)"/.exec(found)?.[1];
}
