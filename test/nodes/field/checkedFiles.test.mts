import type { INodeExecutionData } from 'n8n-workflow';
import { png } from '../../sampleFiles.mts';
import { checkOf } from '../inputChecks.mts';
import { useService } from '../service.mts';
import { INPUTS, itemOf, runOf } from './handedIn.mts';

/** Photos -> Check Inputs -> If valid -> Run. */

const service = useService();

const ways = {
	'each with the values of the check': runOf('picture', 'data', {
		specifyInputs: 'json',
		inputsJson: '={{ $json.input_values }}',
	}),
	'each with the form of the check': runOf('picture'),
};

async function checked(items: INodeExecutionData[], more: object = {}) {
	const { outputs } = await service.run({ parameters: checkOf(runOf('picture')), items, ...more });
	return outputs[0] ?? [];
}

it.each(Object.entries(ways))('the valid photos of a check run, %s', async (_, parameters) => {
	const good = await itemOf(await png(), 'a.png', 'image/png');
	const items = await checked([good, await itemOf('<!doctype html>', 'b.png', 'image/png'), good]);
	const valid = items.filter(({ json }) => json.valid);

	const { error } = await service.run({ parameters, items: valid });

	expect(error).toBeUndefined();
	expect(valid).toHaveLength(2);
	expect(service.emulator.tasks().map(({ inputValues }) => inputValues[INPUTS.picture])).toEqual([
		expect.stringContaining('/inputs_temp/'),
		expect.stringContaining('/inputs_temp/'),
	]);
});

it('also if n8n keeps files in JSON', async () => {
	const combined = { workflowSettings: { binaryMode: 'combined' } } as const;
	const { binary } = await itemOf(await png(), 'a.png', 'image/png');
	const items = await checked([{ json: { _files: { ...binary } as never } }], combined);

	const { error } = await service.run({ parameters: runOf('picture'), items, ...combined });

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
});

it('a text in the place of the files of an item is left out', async () => {
	const good = await itemOf(await png(), 'a.png', 'image/png');

	const [item] = await checked([{ ...good, json: { _files: 'text' } }]);

	expect(item?.json).not.toHaveProperty('_files');
	expect(item?.binary).toEqual(good.binary);
});
