import { existsSync, readFileSync } from 'node:fs';
import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { anchorsOf } from '../../readme/readme.mts';
import { wordCount } from '../../workflows/example.mts';
import { choices, credential, nodes, parameters } from '../descriptors.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

/** n8n's UX guidelines, as far as a program can read them (docs.n8n.io, "UX guidelines"). */

const SMALL_WORDS = 'a an and as at by for from if in is it not of on or per the to up when with';

const isSmall = new Set(SMALL_WORDS.split(' '));

const TITLE = /^[A-Z0-9([{]|^n8n$/;

const AVOIDED = /\b(errors?|problems?|failures?|mistakes?)\b/i;

/** Sentences of a notice are its label. */
const labels = parameters.filter(({ property }) => property.type !== 'notice');

/** Fields of items, which are named as they are in expressions. */
const named = choices.filter(({ choice }) => !/^[a-z]+(_[a-z]+)*$/.test(choice.name));

const operations = choices.filter(({ choice }) => choice.action !== undefined);

function isTitleCase(text: string): boolean {
	const words = text.split(/[\s/]+/);
	return words.every((word, index) => TITLE.test(word) || (index > 0 && isSmall.has(word)));
}

/** Names of other parts of the panel keep their capitals inside a sentence. */
function isSentence(text: string): boolean {
	return /^([A-Z]|\d|<)/.test(text) && !isTitleCase(`${text} x`);
}

it('labels are in title case', () => {
	const texts = labels.map(({ path, property }) => [path, property.displayName] as const);

	expect(texts.filter(([, label]) => !isTitleCase(label))).toEqual([]);
});

it('choices are in title case, their descriptions sentences', () => {
	const texts = named.map(({ path, choice }) => [path, choice.name, choice.description] as const);

	expect(texts.filter(([, name]) => !isTitleCase(name))).toEqual([]);
	expect(texts.filter(([, , text]) => text && !isSentence(text))).toEqual([]);
});

it('actions are sentences without articles, and no description repeats its name', () => {
	const texts = operations.map(({ path, choice }) => [path, choice.action ?? ''] as const);
	const repeated = operations.filter(({ choice }) => choice.description === choice.name);

	expect(texts.filter(([, action]) => !/^[A-Z][a-z]+( [a-z]+)+$/.test(action))).toEqual([]);
	expect(texts.filter(([, action]) => /\b(a|an|the)\b/.test(action))).toEqual([]);
	expect(repeated.map(({ path }) => path)).toEqual([]);
});

it('every operation and event has an action', () => {
	const all = choices.filter(({ path }) => / > (Operation|Trigger On): /.test(path));
	expect(operations).toEqual(all);
	expect(operations.length).toBeGreaterThanOrEqual(13);
});

it.each(['callback', 'keepOpen', 'none', 'pause', 'poll'])(
	'the wait mode %s has one notice at most, of up to 35 words',
	(mode) => {
		const notices = parameters.filter(({ property: { displayOptions, type } }) => {
			const modes = displayOptions?.show?.['waitMode'] as readonly string[] | undefined;
			return type === 'notice' && modes?.includes(mode);
		});

		const words = notices.map(({ property }) =>
			wordCount(property.displayName.replace(/<[^>]*>/g, '')),
		);
		expect(words.length).toBeLessThanOrEqual(1);
		expect(words.filter((count) => count > 35)).toEqual([]);
	},
);

it('options are shown in wait modes that the node has', () => {
	const conditions = parameters.flatMap(({ property: { displayOptions } }) =>
		[displayOptions?.show, displayOptions?.hide].flatMap((names) => [
			...(names?.['waitMode'] ?? []),
			...(names?.['/waitMode'] ?? []),
		]),
	);
	const modes = choices.filter(({ path }) => / > Wait Mode: /.test(path));

	expect(new Set(conditions)).toEqual(new Set(modes.map(({ choice }) => choice.value)));
});

it('parameters are described as people expect', () => {
	const switches = labels.filter(({ property: { type } }) => type === 'boolean');
	const withExample = labels.filter(
		({ property: { type, placeholder } }) =>
			placeholder && !['collection', 'fixedCollection'].includes(type),
	);
	const texts = labels.flatMap(({ path, property: { description, hint } }) =>
		[description, hint].flatMap((text) => (text ? [[path, text] as const] : [])),
	);
	const pathsOf = (found: typeof labels) => found.map(({ path }) => path);

	expect(
		pathsOf(switches.filter(({ property }) => !property.description?.startsWith('Whether '))),
	).toEqual([]);
	expect(
		pathsOf(withExample.filter(({ property }) => !property.placeholder?.startsWith('e.g. '))),
	).toEqual([]);
	expect(texts.filter(([, text]) => !isSentence(text))).toEqual([]);
});

it('no text in the panel uses the word error, and all are in one language', () => {
	const texts = [
		...parameters.flatMap(({ property }) => [property.displayName, property.description ?? '']),
		...choices.flatMap(({ choice }) => [choice.name, choice.description ?? '']),
		...nodes.flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
	];
	// The setting of n8n is called so.
	const own = texts.filter((text) => AVOIDED.test(text.replace("'On Error'", '')));
	expect(own).toEqual([]);
	expect(texts.filter((text) => /[^\p{ASCII}’…–]/u.test(text))).toEqual([]);
});

it('every parameter belongs to a resource and an operation', () => {
	const [action] = nodes;
	// n8n itself adds a choice to both lists, and a notice says what it needs.
	const ofLists = ['resource', 'authentication'];
	const strays = action?.properties.filter(({ name, displayOptions }) => {
		const show = displayOptions?.show ?? {};
		const isShownAlways = !show['resource'] || !(show['operation'] || name === 'operation');
		return !ofLists.includes(name) && isShownAlways;
	});
	expect(strays).toEqual([]);
});

/**
 * n8n shows every parameter that depends on one with an expression, and then doesn't start a workflow
 * that leaves a required one empty. Nobody can enter an expression for resource and operation.
 */
it('no parameter is required that an expression of another one can show', () => {
	const ofResource = ({ displayOptions }: (typeof labels)[number]['property']) =>
		String(displayOptions?.show?.['resource']);
	const choosing = labels.filter(
		({ property: { name, noDataExpression } }) => name === 'resource' || noDataExpression === true,
	);
	const shown = labels.filter(({ property }) => {
		const { show, hide } = property.displayOptions ?? {};
		const isChosen = (name: string) =>
			choosing.some(
				({ property: other }) =>
					other.name === name &&
					(name === 'resource' || ofResource(other) === ofResource(property)),
			);
		return property.required && !Object.keys({ ...show, ...hide }).every(isChosen);
	});

	expect(shown.map(({ path }) => path)).toEqual([]);
	const names = choosing.map(({ property }) => property.name);
	expect(names).toEqual(expect.arrayContaining(['resource', 'operation', 'waitMode']));
	for (const { property } of choosing) expect(property.noDataExpression).toBe(true);
});

it('secrets are password fields', () => {
	const secret = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
	expect(secret.map(({ name }) => name)).toEqual(['apiKey', 'callbackToken']);
});

it('the credential serves the nodes of this package only', () => {
	expect(credential.restrictToSupportedNodes).toBe(true);
});

it('search terms exist', () => {
	for (const { builderHint } of nodes) expect(builderHint?.searchHint).toMatch(/\w/);
});

it.each(['AiApp', 'AiAppTrigger'])('the search entry of %s has no AI category', (node) => {
	const codex: unknown = JSON.parse(readFileSync(`nodes/AiApp/${node}.node.json`, 'utf8'));
	expect(codex).toMatchObject({ categories: expect.not.arrayContaining(['AI']) });
	expect(codex).not.toHaveProperty('subcategories');
});

const REPOSITORY = 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks';

const CODEX = ['AiApp', 'AiAppTrigger'].map((name) =>
	readFileSync(`nodes/AiApp/${name}.node.json`, 'utf8'),
);

const panels = JSON.stringify([nodes, credential.documentationUrl, credential.properties]);

const links = [panels, ...CODEX].flatMap((text) =>
	[...text.matchAll(/https:\/\/github\.com\/[^"\\\s]+/g)].map(([url]) => url),
);

/** The page of the repository that a URL leads to, and the heading on it. */
function targetOf(url: string): { readonly page: string; readonly anchor: string } {
	const [path = '', anchor = ''] = url.slice(REPOSITORY.length).split('#');
	return { page: path.replace('/blob/main/', '') || 'README.md', anchor };
}

it('panels, credential and search lead to pages of this repository', () => {
	expect(links.length).toBeGreaterThanOrEqual(9);
	expect(links.filter((link) => !link.startsWith(REPOSITORY))).toEqual([]);
});

it('these pages are there, with the headings that are linked', () => {
	const missing = [...new Set(links)].filter((link) => {
		const { page, anchor } = targetOf(link);
		if (!existsSync(page)) return true;
		const isHeading = anchor && anchor !== 'readme';
		return isHeading && !anchorsOf(readFileSync(page, 'utf8')).includes(anchor);
	});

	expect(missing).toEqual([]);
});

describe('hints', () => {
	/** What n8n tells language models that build workflows. What it shows them works as written. */

	const service = useService();

	const texts = [
		...parameters.map(({ path, property }) => [path, property.builderHint?.propertyHint] as const),
		...choices.map(({ path, choice }) => [path, choice.builderHint?.propertyHint] as const),
		...nodes.map(({ name, builderHint }) => [name, builderHint?.searchHint] as const),
	].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));

	it('are short, and n8n changes no sign of them', () => {
		expect(texts.filter(([, text]) => text.length > 700)).toEqual([]);
		// n8n escapes angle brackets in its type definitions, and ends a comment at */.
		expect(texts.filter(([, text]) => /[^\p{ASCII}]|[<>]|\*\//u.test(text))).toEqual([]);
	});

	it('quote only values and names that exist', () => {
		const quoted = texts.flatMap(([path, text]) =>
			[...text.matchAll(/"([a-zA-Z]+)"(?!:)/g)].map(([, name = '']) => [path, name] as const),
		);

		expect(quoted.filter(([, name]) => !KNOWN.has(name))).toEqual([]);
	});

	it('are there in every operation, for the parameters that are hard to fill in', () => {
		const hard = new Set([
			...['App', 'App Inputs', 'App Inputs (JSON)', 'Override Inputs', 'Request ID', 'Wait Mode'],
			...['Callback URL', 'Max Billed Seconds', 'Max Tasks per Execution'],
			...['Return One Item per File', 'Seed Mode'],
		]);
		const all = parameters.filter(
			({ property }) => hard.has(property.displayName) && !isOfModel(property),
		);

		expect(new Set(all.map(({ property }) => property.displayName))).toEqual(hard);
		const without = all.filter(({ property }) => !property.builderHint);
		expect(without.map(({ path }) => path)).toEqual([]);
	});

	describe('the example of a hint creates the task that it means:', () => {
		const prompt = 'He said "hi".\nThen he left.';

		it.each([
			['App', { appId: exampleIn('appId') }],
			['App Inputs', { inputs: exampleIn('inputs') }],
			['Override Inputs', { inputs: {}, overrideInputs: exampleIn('overrideInputs') }],
			['App Inputs (JSON), as one expression', json(0)],
			['App Inputs (JSON), as text', json(1)],
		])('%s works as written', async (_, more) => {
			const parameters = runForm({ [PROMPT]: '={{ $json.prompt }}' }, more as never);

			const { error } = await service.run({ parameters, items: [{ json: { prompt } }] });

			expect(error).toBeUndefined();
			expect(service.emulator.tasks()).toMatchObject([
				{ appId: PICTURE_APP, inputValues: { [PROMPT]: prompt } },
			]);
		});

		function json(position: number) {
			const [, text = ''] = [...hintOf('inputsJson').matchAll(/expr\('(.*?)'\)/g)][position] ?? [];
			return { specifyInputs: 'json', inputsJson: `=${text}` };
		}
	});

	/** Values of parameters, n8n's own settings, and names of binary fields. */
	const KNOWN = new Set([
		...choices.map(({ choice }) => String(choice.value)),
		...['continueErrorOutput', 'onError', 'manual', 'descriptionType', 'toolDescription'],
		...['autoMapInputData', 'defineBelow', 'list', 'id', 'url', 'data', 'budget', 'Prompt'],
	]);

	function isOfModel({ displayOptions }: INodeProperties): boolean {
		return displayOptions?.show?.['resource']?.includes('model') ?? false;
	}

	function hintOf(name: string): string {
		const own = parameters.find(({ property }) => property.name === name && property.builderHint);
		return own?.property.builderHint?.propertyHint ?? '';
	}

	/** The first object in JSON of a hint. For models that build workflows, n8n writes expressions as `expr()`. */
	function exampleIn(name: string): NodeParameterValueType {
		const text = hintOf(name);
		const begin = text.indexOf('{"');
		const ends = [...text.matchAll(/}(?=[.,]| )/g)].map(({ index }) => index + 1);
		const end = ends.find((place) => opens(text.slice(begin, place)));
		const stored = text.slice(begin, end).replace(/expr\("(.*?)"\)/g, '"=$1"');
		return JSON.parse(stored) as NodeParameterValueType;
	}

	function opens(text: string): boolean {
		return text.length > 0 && text.split('{').length === text.split('}').length;
	}
});
