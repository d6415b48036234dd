import type { INodeParameters } from 'n8n-workflow';
import { captionPicture } from '../../../emulator/apps/captionPicture.mts';
import { useInputChecks } from '../inputChecks.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, useService } from '../service.mts';

/** What n8n's editor stores when an expression is pasted into a field that was emptied. */
const pasted = (expression: string) => `=  {{ ${expression} }}`;

const service = useService();
const { checkOne } = useInputChecks(service);

const NONE: readonly (readonly [what: string, json: INodeParameters])[] = [
	['a missing field', { title: 'x' }],
	['an empty one', { prompt: '' }],
];

const runWith = (value: string) => runForm({ [PROMPT]: value }, { waitMode: 'none' });

it.each(NONE)(
	'a pasted expression that returns %s is rejected before it is charged',
	async (_, json) => {
		for (const around of [pasted('$json.prompt'), '= {{ $json.prompt || undefined }}\n']) {
			const { error } = await service.run({ parameters: runWith(around), items: [{ json }] });

			expect(error?.message).toContain('is empty');
		}
		expect(service.creates()).toBe(0);
	},
);

it.each(NONE)('App: Check Inputs finds a pasted expression that returns %s', async (_, json) => {
	const { valid } = await checkOne(runWith(pasted('$json.prompt')), { json });

	expect(valid).toBe(false);
});

it('an override with a pasted expression that returns nothing is rejected', async () => {
	const values = [{ key: PROMPT, value: pasted('$json.prompt') }];

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', overrideInputs: { values } }),
		items: [{ json: {} }],
	});

	expect(error?.message).toContain('is empty');
	expect(service.creates()).toBe(0);
});

it('the text of a pasted expression is sent without the blanks around it', async () => {
	await service.run({
		parameters: runWith(pasted('$json.prompt')),
		items: [{ json: { prompt: ' a cat ' } }],
	});

	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({ [PROMPT]: ' a cat ' });
});

it('blanks that somebody typed are sent: they are the way to send an empty text', async () => {
	await service.run({ parameters: runWith("={{ ' ' }}") });

	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({ [PROMPT]: ' ' });
});

it('a binary field is found by a pasted expression', async () => {
	const binary = { data: await photo(service) };
	const { error } = await service.run({
		parameters: runForm(
			{ '4:LoadImage.image': pasted('"data"') },
			{ waitMode: 'none' },
			captionPicture.id,
		),
		items: [{ json: {}, binary }],
	});

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
});
