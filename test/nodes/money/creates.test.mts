import { stringify } from 'flatted';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { faultOf, type FaultName } from '../../client/faultMatrix/faults.mts';
import { CREATE } from '../../client/faultMatrix/rows.mts';
import type { Ended } from '../engine.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const retries = { retryOnFail: true, maxTries: 3 };
const cat = runForm({ [PROMPT]: 'a cat' });
function tasks(): number {
	return service.emulator.tasks().length;
}

describe('a create that may have been received is never repeated', () => {
	it.each([
		['reset after it was processed', { type: 'reset', when: 'after' }, 1],
		['a page with 200', { type: 'html', status: 200 }, 0],
		['a processed create answered with 503', { type: 'processThenAnswer', status: 503 }, 1],
	] as const)('%s', async (_, effect, created) => {
		service.emulator.addFault({ on: 'create', effect, times: 1 });

		const { error } = await service.run({ parameters: cat, settings: retries });

		expect(service.creates()).toBe(1);
		expect(tasks()).toBe(created);
		expect(error?.message).toMatch(/didn't confirm whether|may already exist/);
		expect(error?.description).toContain('The task may exist');
	});

	it('its item is not called Failed, which a workflow may take for a reason to run again', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { outputs } = await service.run({
			parameters: cat,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.[0]?.json.details).toMatchObject({
			kind: 'unconfirmed',
			status: 'Unconfirmed',
		});
	});
});

/** The create row of the fault matrix on n8n's own engine, with three attempts of the node. */
describe('a create with each fault', () => {
	const NOTHING_LISTENS = 'http://127.0.0.1:9';
	const PROMPTS = ['a cat', 'a dog'];
	const SETTINGS = {
		retryOnFail: true,
		maxTries: 3,
		onError: 'continueRegularOutput',
	} as const;

	beforeEach(() => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 1_000, notFoundMs: 0 });
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(limitOnVirtualTime);
	});

	function limitOnVirtualTime(ms: number): AbortSignal {
		const limit = new AbortController();
		service.time.after(ms, () => limit.abort());
		return limit.signal;
	}

	async function runUnder(fault: FaultName, times: number): Promise<Ended> {
		const { emulator, credential } = service;
		const around = { apiKey: emulator.apiKey, elsewhere: NOTHING_LISTENS };
		const injected = faultOf(fault, around, 'create');
		if (typeof injected === 'object') emulator.addFault({ on: 'create', effect: injected, times });
		const changed: ICredentialDataDecryptedObject = {
			...credential,
			...(injected === 'unreachable' && { baseUrl: NOTHING_LISTENS }),
			...(injected === 'headersIgnored' && { taskHeaderPrefix: 'X-Acme-Task-' }),
		};
		return service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { options: { maxWaitMinutes: 1 } }),
			items: PROMPTS.map((prompt) => ({ json: { prompt } })),
			credential: changed,
			settings: SETTINGS,
		});
	}

	type FailedItem = { readonly details?: { readonly kind?: string } };

	/** The kinds of the items that failed; `ok` for the others. */
	function wordsOf({ outputs }: Ended): string[] {
		const items = (outputs[0] ?? []).map(({ json }) => (json as FailedItem).details?.kind ?? 'ok');
		return items.toSorted();
	}

	/** Each item has at most one task, and a task that its item doesn't name is unconfirmed. */
	function expectAccountedFor(ended: Ended): void {
		const tasks = service.emulator.tasks();
		PROMPTS.forEach((prompt, n) => {
			const ofItem = tasks.filter(({ inputValues }) => inputValues[PROMPT] === prompt);
			const item = ended.outputs[0]?.[n]?.json ?? {};
			expect(ofItem.length).toBeLessThanOrEqual(1);
			const isUnconfirmed = (item as FailedItem).details?.kind === 'unconfirmed';
			for (const { requestId } of ofItem)
				if (!isUnconfirmed) expect(JSON.stringify(item)).toContain(requestId);
		});
	}

	function expectNoSecret({ run }: Ended): void {
		expect(tracesIn(stringify(run.data), service.emulator.apiKey)).toEqual([]);
	}

	/** The client's matrix has all of them. These go different ways through n8n's helpers and its retries. */
	const FAULTS: readonly FaultName[] = [
		...(['processed, no response', '429 with Retry-After', '500, empty'] as const),
		...(['401 that quotes the key', 'half a response, then a lost connection'] as const),
		...(['task headers ignored', 'redirect to another host', 'too much JSON'] as const),
	];

	it.each(FAULTS)('a fault that occurs once is accounted for: %s', async (fault) => {
		const ended = await runUnder(fault, 1);

		expect(wordsOf(ended)).toEqual([
			'ok',
			CREATE[fault][0] === 'unconfirmed' ? 'unconfirmed' : 'ok',
		]);
		expectAccountedFor(ended);
		expectNoSecret(ended);
	});

	it.each([...FAULTS, 'connection refused'] as const)(
		'a fault that occurs each time is accounted for: %s',
		async (fault) => {
			const ended = await runUnder(fault, Infinity);

			const [, kind] = CREATE[fault];
			expect(wordsOf(ended)).toEqual([kind, kind]);
			if (kind === 'unconfirmed') expect(service.creates()).toBe(PROMPTS.length);
			expectAccountedFor(ended);
			expectNoSecret(ended);
		},
	);
});
