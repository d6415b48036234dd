import type { IRunExecutionData } from 'n8n-workflow';
import { callNode } from '../toolCalls.mts';
import { onTask, useService } from '../service.mts';

const service = useService();

/** What a model gets of a task with these outputs. */
async function itemFor(outputs: unknown, more: object = {}, type?: string) {
	const record = { request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:14' };
	const body = { code: 20000, data: { ...record, outputs } };
	for (const on of ['status', 'outputs'] as const)
		service.emulator.addFault({ on, effect: { type: 'answer', status: 200, body } });
	const [item] = await callNode({
		credential: service.credential,
		parameters: onTask('getOutputs', 'r-1', { downloadFiles: false, ...more }),
		data: { resultData: { runData: {} } } as IRunExecutionData,
		...(type !== undefined && { type }),
	});
	return item?.json ?? {};
}

const files = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ object_url: `https://cdn.example/${n}.png` }));

it('a model gets twenty outputs, and is told how many more there are', async () => {
	const { note, outputs } = await itemFor(files(50));

	expect(outputs).toHaveLength(20);
	expect(note).toBe('30 more outputs are left out here.');
});

it('a model gets 10,000 characters of a text, and is told that there are more', async () => {
	const { note, outputs } = await itemFor([{ text: 'x'.repeat(50_000) }, { text: 'short' }]);

	expect(outputs).toMatchObject([{ text: `${'x'.repeat(10_000)}…` }, { text: 'short' }]);
	expect(note).toBe('Texts are cut after 10,000 characters.');
});

it('the same is true of a record as it was sent, and of a list for each kind', async () => {
	const sent = await itemFor(
		{ texts: ['x'.repeat(20_000)], images: files(30) },
		{ simplify: false },
	);

	expect(JSON.stringify(sent).length).toBeLessThan(20_000);
	expect(sent['note']).toMatch(/^\d+ more outputs are left out here\. Texts are cut /);
});

it('twenty outputs with short texts need no note', async () => {
	const item = await itemFor([...files(19), { text: 'x'.repeat(10_000) }]);

	expect(item['outputs']).toHaveLength(20);
	expect(item).not.toHaveProperty('note');
});

it('a workflow gets all of them', async () => {
	const item = await itemFor(files(50), {}, 'n8n-nodes-ai-app-tasks.aiApp');

	expect(item['outputs']).toHaveLength(50);
	expect(item).not.toHaveProperty('note');
});
