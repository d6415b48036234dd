import { checkOf } from './inputChecks.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService({ noInferenceSeconds: false });

const form = runForm({ [PROMPT]: 'a cat' });
const getApp = { ...checkOf(form), operation: 'get', simplify: true };

async function seenBy(parameters: typeof form, more: object = {}) {
	const { outputs, error } = await service.run({ parameters, ...more });
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json.billed_seconds_seen;
}

async function runFor(runningMs: number, more: object = {}) {
	service.emulator.plan({ runningMs, ...more }, { times: 1 });
	const settings = { onError: 'continueRegularOutput' } as const;
	const { outputs } = await service.run({ parameters: form, settings });
	return outputs[0]?.[0]?.json.billed_seconds;
}

it('App: Get and App: Check Inputs show what finished tasks of the app cost', async () => {
	const billed = [await runFor(2_000), await runFor(20_000), await runFor(9_000)];
	await runFor(60_000, { outcome: 'Failed' });

	const [min, median, max] = billed.map(Number).sort((a, b) => a - b);
	const expected = { tasks: 3, median, max };
	expect([min !== median, median !== max]).toEqual([true, true]);
	expect(await seenBy(checkOf(form))).toEqual(expected);
	expect(await seenBy(getApp)).toEqual(expected);
});

it('they show nothing before a task was seen, for other apps and for other accounts', async () => {
	expect(await seenBy(checkOf(form))).toBeUndefined();
	await runFor(2_000);
	const otherApp = checkOf(runForm({}, {}, 54716));
	const metadataUrl = service.emulator.metaUrl.replace('127.0.0.1', 'localhost');
	const baseUrl = service.emulator.apiUrl.replace('127.0.0.1', 'localhost');
	const credential = { ...service.credential, baseUrl, metadataUrl };

	expect(await seenBy(checkOf(form))).toMatchObject({ tasks: 1 });
	expect(await seenBy(otherApp)).toBeUndefined();
	expect(await seenBy(checkOf(form), { credential })).toBeUndefined();
	expect(await seenBy(getApp, { credential })).toBeUndefined();
});

it('App: Get with Simplify off returns the record only', async () => {
	await runFor(2_000);

	expect(await seenBy({ ...getApp, simplify: false })).toBeUndefined();
});
