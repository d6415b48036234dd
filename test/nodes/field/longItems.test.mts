import type { INodeExecutionData } from 'n8n-workflow';
import type { Parameters } from '../instance.mts';
import { photo } from '../photo.mts';
import { runForm, runModel, useService } from '../service.mts';

/** What an item contains may be up to others, such as the callers of a webhook. */

const service = useService();

const AUTO = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;
const parameters = runForm({}, { inputs: AUTO });

it('an item with more fields than any sheet has columns is rejected', async () => {
	const names = Array.from({ length: 20_001 }, (_, n) => `column ${n}`);
	const json = Object.fromEntries(names.map((name) => [name, '']));

	const { error } = await service.run({ parameters, items: [{ json }] });

	expect(error?.message).toBe('The item has more than 20,000 fields');
	expect(service.creates()).toBe(0);
});

it('a node shows a few hundred hints at most', async () => {
	const example = '{ web_app_id: 54663, input_values: { Prompt: "a cat" }, ["x" + $json.n]: 1 }';
	const json = { specifyInputs: 'json', inputsJson: `={{ (${example}) }}`, waitMode: 'none' };
	const items = Array.from({ length: 205 }, (_, n) => ({ json: { n } }));

	const { error, hints } = await service.run({ parameters: runForm({}, json), items });

	expect(error).toBeUndefined();
	expect(hints.filter((hint) => hint.startsWith('Not sent'))).toHaveLength(200);
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
