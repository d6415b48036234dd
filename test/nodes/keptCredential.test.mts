import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { tracesIn } from '../secrets/tracesIn.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();
const parameters = runForm({ [PROMPT]: 'a cat' });

/** The user's credential, which counts how often it is read, and its key at each of them. */
function countedCredential(keyAt: (reading: number) => string) {
	let readings = 0;
	const credential = {
		...service.credential,
		get apiKey() {
			readings += 1;
			return keyAt(readings);
		},
	} as ICredentialDataDecryptedObject;
	return { credential, readings: () => readings };
}

it('many calls within a second read the credential once', async () => {
	const { credential, readings } = countedCredential(() => service.emulator.apiKey);
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	const items = Array.from({ length: 5 }, () => ({ json: {} }));
	const startedAt = service.time.now();

	const { error } = await service.run({ parameters, items, credential });

	expect(error).toBeUndefined();
	expect(service.emulator.requests().length).toBeGreaterThan(10);
	const seconds = (service.time.now() - startedAt) / 1_000;
	expect(readings()).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

it('a key that is changed while the node waits for a task is used', async () => {
	const { credential } = countedCredential((reading) =>
		reading === 1 ? service.emulator.apiKey : 'sk-the-next-one',
	);
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 30_000 });

	await service.run({ parameters, credential });

	const sent = service.emulator.requests().map(({ headers }) => headers['authorization']);
	expect(sent.at(0)).toBe(`Bearer ${service.emulator.apiKey}`);
	expect(sent.at(-1)).toBe('Bearer sk-the-next-one');
});

describe('a credential that is changed while the node waits for a task', () => {
	const NEXT_KEY = 'some-account_of_another_service';

	/** A run of 30 seconds, whose credential gets another key, and more, in the middle. */
	async function runChanging(change: ICredentialDataDecryptedObject, then?: () => void) {
		const credential = { ...service.credential };
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 30_000 });
		const run = service.run({ parameters, credential });
		while (service.creates() === 0) await new Promise((resolve) => setImmediate(resolve));
		await service.time.sleep(10_000);
		Object.assign(credential, { apiKey: NEXT_KEY, ...change });
		then?.();
		const ended = await run;
		const sent = service.emulator.requests().map(({ headers }) => headers['authorization']);
		return { ended, keys: new Set(sent.filter((value) => value !== undefined)) };
	}

	it.each([
		['Base URL', { baseUrl: 'https://other.example.com' }],
		['Metadata URL', { metadataUrl: 'https://other.example.com' }],
		['Storage URL', { storageUrl: 'https://other.example.com' }],
		['Base URL that is no URL', { baseUrl: 'other example' }],
	])('is kept as it was if it now has another %s', async (_, change) => {
		const { ended, keys } = await runChanging(change);

		expect(ended.error).toBeUndefined();
		expect(keys).toEqual(new Set([`Bearer ${service.emulator.apiKey}`]));
	});

	it('has a new key, which no message contains when the service quotes it', async () => {
		const effect = { type: 'answer', status: 401, body: { message: `not ${NEXT_KEY}` } } as const;

		const { ended, keys } = await runChanging({}, () =>
			service.emulator.addFault({ on: 'status', effect, times: Infinity }),
		);

		expect(keys).toContain(`Bearer ${NEXT_KEY}`);
		expect(ended.error?.message).toContain('not …');
		expect(tracesIn(JSON.stringify([ended.run, ended.error?.stack]), NEXT_KEY)).toEqual([]);
	});
});

it('a key that was pasted with spaces around it is sent without them', async () => {
	const { credential } = countedCredential(() => ` ${service.emulator.apiKey}\n`);

	const { error } = await service.run({ parameters, credential });

	expect(error).toBeUndefined();
});
