import type { INodeExecutionData } from 'n8n-workflow';
import type { Parameters } from '../instance.mts';
import { photo } from '../photo.mts';
import { runForm, runModel, useService } from '../service.mts';
import { offerApp, sentValues } from './offeredApp.mts';

/** What an item contains may be up to others, such as the callers of a webhook. */

const service = useService();

const AUTO = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;
const parameters = runForm({}, { inputs: AUTO });
const input = (id: number, label: string) => ({
	...{ node_id: id, field_name: 'text', field_type: 'customtext', field_label: label },
	...{ variable_name: `${id}:Text.text`, field_value: '' },
});
/** A name in as many mixtures of upper and lower case. */
const spellings = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) =>
		[...name].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
	);

it('an item with more fields than any sheet has columns is rejected', async () => {
	const names = Array.from({ length: 20_001 }, (_, n) => `column ${n}`);
	const json = Object.fromEntries(names.map((name) => [name, '']));

	const { error } = await service.run({ parameters, items: [{ json }] });

	expect(error?.message).toBe('The item has more than 20,000 fields');
	expect(service.creates()).toBe(0);
});

it('fields with one label in many spellings get one hint together', async () => {
	offerApp(service, input(6, 'Description'), input(7, 'Description'), input(8, 'Title'));
	const names = spellings('description', 1_000);
	const json = Object.fromEntries([...names, 'Title'].map((name) => [name, 'a cat']));

	const { error, hints } = await service.run({ parameters, items: [{ json }] });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toEqual({ '8:Text.text': 'a cat' });
	expect(hints.filter((hint) => hint.includes('several inputs have that label'))).toHaveLength(1);
});

it('a node shows a few hundred hints at most', async () => {
	const labels = Array.from({ length: 300 }, (_, n) => `Label ${n}`);
	const shared = labels.flatMap((label, n) => [input(n, label), input(n + 1_000, label)]);
	offerApp(service, input(9_999, 'Title'), ...shared);
	const json = Object.fromEntries(['Title', ...labels].map((name) => [name, 'a cat']));

	const { error, hints } = await service.run({ parameters, items: [{ json }] });

	expect(error).toBeUndefined();
	expect(hints).toHaveLength(200);
});

describe('Model: Run', () => {
	const run = (modelParameters: Parameters, items?: INodeExecutionData[]) =>
		service.run({
			parameters: runModel({ modelParameters, waitMode: 'none' }),
			...(items && { items }),
		});

	it('names a few texts that n8n did not evaluate, with the beginnings of their paths', async () => {
		const name = 'n'.repeat(10_000);
		const texts = Array.from({ length: 1_000 }, (_, n) => ({ [`text${n}`]: '$json.prompt' }));

		const { error, hints } = await run({ prompt: 'a cat', [name]: texts, list: texts });

		expect(error).toBeUndefined();
		expect(hints.filter((hint) => hint.includes('as plain text')).length).toBe(200);
	});

	it('looks twice at a file that is named a thousand times: to check and to name it', async () => {
		const image = { $binary: 'data' } as const;
		const images = Array.from({ length: 1_000 }, () => image);
		// Each look at the first bytes of a file makes one text of all of them.
		const readings = jest.spyOn(String, 'fromCharCode');

		const { error } = await run({ prompt: 'a cat', images }, [
			{ json: {}, binary: { data: await photo(service) } },
		]);

		const looks = readings.mock.calls.filter(({ length }) => length > 100).length;
		readings.mockRestore();
		expect(error).toBeUndefined();
		expect(looks).toBe(2);
	});
});
