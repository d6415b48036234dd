import type { IBinaryData } from 'n8n-workflow';
import { png } from '../../sampleFiles.mts';
import { useBinaryMode } from '../binaryStore.mts';
import { useInputChecks } from '../inputChecks.mts';
import { runModel, useService } from '../service.mts';
import { INPUTS, itemOf, runOf } from './handedIn.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

async function file(name = 'photo.png'): Promise<IBinaryData> {
	const { binary } = await itemOf(await png(), name, 'image/png');
	return binary?.data as IBinaryData;
}

const GONE = 'This item no longer has the file "photo.png" for \'Picture\'';

/** As the expression `$('Webhook').item.binary.data` returns a file that Edit Fields has left out. */
const fromEarlier = async (more = {}) => ({ json: { file: (await file()) as never }, ...more });

it.each(['filesystem', 'default'] as const)(
	'a file that a node in between left out is told by its name, with the remedy: %s',
	async (mode) => {
		await useBinaryMode(mode);
		const item = await fromEarlier();
		const parameters = runOf('picture', '={{ $json.file }}');

		const { error } = await service.run({ parameters, items: [item] });
		const checked = await checkOne(parameters, item);

		expect(error?.message).toBe(GONE);
		expect(error?.description).toContain('Strip Binary Data');
		expect(error?.description).toContain('Merge');
		expect(`${error?.message} ${error?.description}`).not.toMatch(/mimeType|\{/);
		expect(checked).toMatchObject({ invalid_inputs: [{ message: GONE }] });
		expect(service.creates()).toBe(0);
	},
);

it('in JSON and in Override Inputs as well', async () => {
	const inputsJson = `={{ ({ ${JSON.stringify(INPUTS.picture)}: $json.file }) }}`;
	const values = [{ key: INPUTS.picture, value: '={{ $json.file }}' }];
	const asJson = runOf('picture', 'data', { specifyInputs: 'json', inputsJson });
	const asOverride = runOf('picture', 'data', { overrideInputs: { values } });

	for (const parameters of [asJson, asOverride]) {
		const { error } = await service.run({ parameters, items: [await fromEarlier()] });
		expect(error?.message).toBe(GONE);
	}
});

it('in a list as well', async () => {
	const { error } = await service.run({
		parameters: runOf('picture', '={{ [$json.file] }}'),
		items: [await fromEarlier()],
	});

	expect(error?.message).toBe(GONE);
});

it('the other files of the item are named', async () => {
	const item = await fromEarlier({ binary: { mask: await file('mask.png') } });

	const { error } = await service.run({
		parameters: runOf('picture', '={{ $json.file }}'),
		items: [item],
	});

	expect(error?.description).toContain('binary field of this item (mask)');
});

it('a name of an item without files is answered with the remedy, too', async () => {
	const { error } = await service.run({ parameters: runOf('picture', 'data') });

	expect(error?.message).toBe('This item has no binary field "data" for \'Picture\'');
	expect(error?.description).toContain('Strip Binary Data');
});

it('File: Upload and Model: Run tell it as well', async () => {
	const upload = { resource: 'file', operation: 'upload', inputField: '={{ $json.file }}' };
	const image = { $binary: '={{ $json.file }}' };
	const model = runModel({ modelParameters: { prompt: 'x', image } as never });

	for (const parameters of [{ ...upload, options: {} }, model]) {
		const { error } = await service.run({ parameters, items: [await fromEarlier()] });
		expect(error?.message).toContain('no longer has the file "photo.png"');
	}
	expect(service.emulator.modelTasks()).toEqual([]);
});

describe('the file of the item itself is sent', () => {
	it.each([
		['as an object', '={{ $binary.data }}', 'filesystem'],
		['as an object, in memory', '={{ $binary.data }}', 'default'],
		['as all of its files, if there is one', '={{ $binary }}', 'filesystem'],
		['as a list', '={{ [$binary.data] }}', 'filesystem'],
	] as const)('%s', async (_, value, mode) => {
		await useBinaryMode(mode);

		const { error } = await service.run({
			parameters: runOf('picture', value),
			items: [{ json: {}, binary: { data: await file() } }],
		});

		expect(error).toBeUndefined();
		expect(service.creates()).toBe(1);
	});
});

it('several files in one input are counted, not quoted', async () => {
	const { error } = await service.run({
		parameters: runOf('picture', '={{ $binary }}'),
		items: [{ json: {}, binary: { data: await file(), mask: await file('mask.png') } }],
	});

	expect(error?.message).toBe("'Picture' must be one file, but is 2 files");
	expect(error?.description).toContain('(data, mask)');
});
