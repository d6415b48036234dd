import { checkOf } from '../inputChecks.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

/** The operations of the service that were called. */
const calls = (operation: string) =>
	service.emulator.requests().filter((request) => request.operation === operation).length;

function answerOn(on: 'detail' | 'outputs' | 'status', body: string | object): void {
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on, times: Infinity, effect });
}

const success = { request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:20' };

describe('an answer out of bounds', () => {
	const getOutputs = onTask('getOutputs', 'r-1', { downloadFiles: false });

	it.each([
		['with too many levels', '['.repeat(200_000)],
		['with too many values', `[${'0,'.repeat(300_000)}0]`],
	])('%s is not requested again', async (_, body) => {
		answerOn('status', { code: 20000, data: success });
		answerOn('outputs', body);

		const { error } = await service.run({ parameters: getOutputs });

		expect(error?.message).toMatch(/^The response (is nested|contains more)/);
		expect(calls('outputs')).toBe(1);
	});
});

/** An app with these inputs besides its prompt. */
function offer(nodes: readonly object[]): void {
	const prompt = { variable_name: PROMPT, field_type: 'string', field_value: 'a cat' };
	answerOn('detail', { code: 20000, data: { input_nodes: [prompt, ...nodes] } });
}

const texts = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ variable_name: `${n}:T.text`, field_type: 'string' }));
const choices = (count: number) => Array.from({ length: count }, (_, n) => `choice ${n}`);
const choice = (name: string, count: number) => ({
	variable_name: name,
	field_type: 'combo',
	field_options: JSON.stringify(choices(count)),
});

describe('an app', () => {
	const cat = runForm({ [PROMPT]: 'a cat' });
	const items = Array.from({ length: 20 }, (_, n) => ({ json: { n } }));

	it.each([
		['more than 2,000 inputs', texts(2_000)],
		['more than 20,000 choices', [choice('1:A.a', 10_000), choice('2:B.b', 10_001)]],
		[
			'levels deep',
			[{ ...choice('1:A.a', 1), field_options: `${'['.repeat(101)}${']'.repeat(101)}` }],
		],
	])('with %s is rejected, and requested once for all items', async (message, nodes) => {
		offer(nodes);

		for (const parameters of [cat, checkOf(cat)]) {
			const before = calls('detail');
			const { error } = await service.run({ parameters, items });
			expect(error?.message).toContain(message);
			expect(error?.description).toContain('Choose another app');
			expect(calls('detail') - before).toBe(1);
		}
		const failing = {
			parameters: checkOf(cat),
			items,
			settings: { onError: 'continueRegularOutput' },
		};
		await service.run(failing as never);
		expect(calls('detail')).toBe(3);
		expect(service.creates()).toBe(0);
	});

	it('with as many is run', async () => {
		offer([...texts(1_997), choice('1:A.a', 10_000), choice('2:B.b', 10_000)]);

		const { outputs } = await service.run({ parameters: checkOf(cat) });

		expect(outputs[0]?.[0]?.json).toMatchObject({ valid: true });
	});
});

it.each([
	['as a list', (urls: readonly string[]) => urls.map((object_url) => ({ object_url }))],
	['by kind', (urls: readonly string[]) => ({ images: urls })],
])('an item has the first 1,000 outputs of a task that has more: %s', async (_, sent) => {
	const urls = Array.from({ length: 1_200 }, (_, n) => `https://files.example.com/${n}.png`);
	answerOn('status', { code: 20000, data: success });
	answerOn('outputs', { code: 20000, data: { ...success, outputs: sent(urls) } });
	const parameters = onTask('getOutputs', 'r-1', { downloadFiles: false });

	const { outputs, hints } = await service.run({ parameters });

	const listed = outputs[0]?.[0]?.json['outputs'] as readonly { readonly url: string }[];
	expect(listed.map(({ url }) => url)).toEqual(urls.slice(0, 1_000));
	expect(hints).toEqual([expect.stringContaining('up to 1,000 outputs')]);
});
