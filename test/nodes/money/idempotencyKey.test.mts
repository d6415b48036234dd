import type { Ended } from '../engine.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const continues = { onError: 'continueRegularOutput' } as const;

const SEED = '30:Seed (rgthree).seed';

const order = runForm(
	{ [PROMPT]: '={{ $json.prompt }}' },
	{ options: { idempotencyKey: '={{ $json.order }}' }, limits: { maxWaitMinutes: 0.1 } },
);
const item = (prompt: string, number: unknown) => ({ json: { prompt, order: number } as never });

function turn(prompt: string, number: unknown, before?: Ended) {
	return service.run({
		parameters: order,
		items: [item(prompt, number)],
		settings: continues,
		...(before && { earlier: before.run.data }),
	});
}

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

function kindOf({ outputs }: Ended): unknown {
	return (outputs[0]?.[0]?.json.details as { kind?: string } | undefined)?.kind;
}

const FAILED = { outcome: 'Failed' } as const;

describe('a loop that processes an item again with the same Idempotency Key', () => {
	it.each([
		['gets the existing result', {}, undefined, 'a cat', 1],
		["gets the task that wasn't finished in time", { runningMs: 8_000 }, 'timeout', 'a cat', 1],
		['gets a new task after a failed one, also for other inputs', FAILED, 'failed', 'a dog', 2],
	])('%s', async (_, plan, kind, prompt, creates) => {
		service.emulator.plan(plan, { times: 1 });
		const first = await turn('a cat', 17);
		expect(kindOf(first)).toBe(kind);

		const second = await turn(prompt, 17, first);

		expect(service.creates()).toBe(creates);
		expect(ids(second)).toEqual([service.emulator.tasks().at(-1)?.requestId]);
	});

	it('creates nothing while it is unknown whether a task exists', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
		const first = await turn('a cat', 17);

		const second = await turn('a cat', 17, first);

		expect(kindOf(second)).toBe('unconfirmed');
		expect(service.creates()).toBe(1);
	});

	it('it is rejected with other inputs, and gets neither that result nor a task', async () => {
		const first = await turn('a cat', 17);

		const second = await turn('a dog', 17, first);

		const { json } = second.outputs[0]?.[0] ?? {};
		expect(json?.error).toBe("This 'Idempotency Key' already stands for a task with other inputs");
		expect(json?.details).toMatchObject({ kind: 'input' });
		expect(service.creates()).toBe(1);
	});

	it.each([
		['a seed by expression', { seed: '={{ Math.random() * 1e9 | 0 }}', seedMode: 'appInputs' }],
		['random seeds', { seed: '', seedMode: 'random' }],
	])('gets the existing result in spite of %s', async (_, { seed, seedMode }) => {
		const options = { idempotencyKey: 'order 17', seedMode };
		const parameters = runForm({ [PROMPT]: 'a cat', [SEED]: seed }, { options });
		const first = await service.run({ parameters });

		const second = await service.run({ parameters, earlier: first.run.data });

		expect(second.error).toBeUndefined();
		expect(ids(second)).toEqual(ids(first));
		expect(service.creates()).toBe(1);
	});
});

it('a different key creates a new task', async () => {
	const first = await turn('a cat', 17);

	await turn('a cat', 18, first);

	expect(service.creates()).toBe(2);
});

it('two items with one key are rejected before anything is charged', async () => {
	const { error } = await service.run({
		parameters: order,
		items: [item('a cat', 17), item('a dog', 18), item('a fox', 17)],
	});

	expect(error?.message).toBe("This item has the same 'Idempotency Key' as item 0");
	expect(error?.context?.itemIndex).toBe(2);
	expect(service.creates()).toBe(0);
});

it.each([
	['an expression without a value', undefined],
	['an empty text', ''],
	['a list', [1]],
])("%s is rejected, because the item wouldn't be protected", async (_, value) => {
	const { error } = await service.run({ parameters: order, items: [item('a cat', value)] });

	expect(error?.message).toContain("'Idempotency Key'");
	expect(service.creates()).toBe(0);
});

it('an option whose expression fails for an item fails no other item', async () => {
	const key = '={{ $json.order === 1 ? $("No such node").item.json.id : "order 2" }}';
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { idempotencyKey: key } }),
		items: [item('', 1), item('', 2)],
		settings: continues,
	});

	expect(outputs[0]?.map(({ json }) => json.status)).toEqual([undefined, 'Success']);
});
