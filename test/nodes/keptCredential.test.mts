import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
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

it('a key that was pasted with spaces around it is sent without them', async () => {
	const { credential } = countedCredential(() => ` ${service.emulator.apiKey}\n`);

	const { error } = await service.run({ parameters, credential });

	expect(error).toBeUndefined();
});
