import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Ended } from '../engine.mts';
import { photo } from '../photo.mts';
import { keepLog } from '../randomDay/logBook.mts';
import { runForm, runModel, useService } from '../service.mts';
import { createTask, post, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

const PICTURE = '18:LoadImage.image';
const PHOTO_NAME = 'private-name.png';
/** The key, the name of the user's file, and where the files are. */
const PRIVATE = () => [service.emulator.apiKey, 'private-name', service.emulator.storageUrl];

/** Uploads a file, runs an app with it and downloads the result. */
async function runWithFile(): Promise<Ended> {
	const inputs = { [PICTURE]: 'data', '27:LayerColor: Levels.gray_point': 20 };
	const ended = await service.run({
		parameters: runForm(inputs, { downloadFiles: true }, 56258),
		items: [{ json: {}, binary: { data: await photo(service, PHOTO_NAME) } }],
	});
	expect(ended.error).toBeUndefined();
	return ended;
}

/** The hosts of all HTTP requests of this work, by n8n's helpers or past them. */
async function hostsOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
	const hosts = new Set<string>();
	// An earlier test of this process may still be canceling its tasks.
	const isOurs = new AsyncLocalStorage<boolean>();
	const note = (message: unknown) => {
		const { request } = message as { readonly request: ClientRequest };
		if (isOurs.getStore()) hosts.add(String(request.getHeader('host')));
	};
	subscribe('http.client.request.start', note);
	await isOurs.run(true, work).finally(() => unsubscribe('http.client.request.start', note));
	return hosts;
}

const taskId = () => service.emulator.tasks()[0]?.requestId ?? '';

it('a run requests nothing but the hosts of the credential and the storage', async () => {
	const hosts = await hostsOf(runWithFile);

	const { apiUrl, metaUrl, storageUrl } = service.emulator;
	expect(hosts).toEqual(new Set([apiUrl, metaUrl, storageUrl].map((url) => new URL(url).host)));
});

// Other lines are n8n's own.
const ours = (log: readonly string[]) => log.filter((line) => !line.endsWith('"workflowId":"w"}]'));

it('a run logs its request ID, its item and the ID of the app, and nothing else', async () => {
	const log = keepLog();

	await runWithFile();

	const where = 'execution 1, node Run App, item 0';
	const ids = { requestId: taskId(), appId: 56258 };
	expect(ours(log)).toEqual([JSON.stringify([`AI app task created: ${taskId()} (${where})`, ids])]);
});

it.each([
	['app', runForm({}, { options: { maxAtATime: 1 } })],
	['app that is not waited for', runForm({}, { waitMode: 'none' })],
	['model', runModel()],
])('each task is logged with its item: %s', async (_, parameters) => {
	const log = keepLog();

	const { outputs } = await service.run({ parameters, items: [{ json: {} }, { json: {} }] });

	const ids = outputs[0]?.map(({ json }) => String(json.request_id));
	expect(ids).toHaveLength(2);
	for (const [item, id] of ids?.entries() ?? [])
		expect(
			log.filter((line) => line.includes(id) && line.includes(`, item ${item})`)),
		).toHaveLength(1);
});

it('the name of a node adds no line to the log', async () => {
	const log = keepLog();

	await service.run({ parameters: runForm({}), settings: { name: 'Run\n<b>App\u202e' } });

	expect(log.filter((line) => line.includes('created'))).toEqual([
		expect.stringContaining('(execution 1, node Run ‹b›App, item 0)'),
	]);
});

it('a tool without an execution logs its node', async () => {
	const log = keepLog();

	await service.run({ parameters: runForm({}), executionId: '' });

	expect(log.join()).toContain('(node Run App, item 0)');
});

it('a run keeps hashes, request IDs and sums in its execution, but no inputs', async () => {
	const { run } = await runWithFile();

	const kept = run.data.executionData?.contextData ?? {};
	expect(
		Object.values(kept)
			.flatMap((context) => Object.keys(context))
			.sort(),
	).toEqual(['aiAppSpending', 'paidWork']);
	const text = JSON.stringify(kept);
	expect(text).toContain(taskId());
	for (const secret of PRIVATE()) expect(text).not.toContain(secret);
});

it('the searchable data of a run is its request ID', async () => {
	const { run } = await runWithFile();

	expect(run.data.resultData.metadata).toEqual({ ai_app_request_id: taskId() });
});

const tracing = ({ run }: Ended) =>
	run.data.resultData.runData['Run App']?.at(-1)?.metadata?.tracing;

it('a trace has the app, the request IDs, how the tasks ended, what they cost, and how long it took', async () => {
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const ended = await service.run({
		parameters: runForm({}, { options: { maxAtATime: 1 } }),
		items: [{ json: {} }, { json: {} }],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(tracing(ended)).toEqual({
		'ai_app.tasks': 2,
		'ai_app.app_ids': '54663',
		'ai_app.request_ids': service.emulator
			.tasks()
			.map(({ requestId }) => requestId)
			.join(','),
		'ai_app.statuses': 'Failed,Success',
		'ai_app.billed_seconds': expect.any(Number),
		'ai_app.wait_seconds': expect.any(Number),
	});
});

it('a trace of a node that failed has its task, and contains nothing private', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'private-name' });

	const ended = await service.run({ parameters: runForm({}) });

	expect(ended.error).toBeDefined();
	expect(tracing(ended)).toMatchObject({ 'ai_app.request_ids': taskId() });
	const text = JSON.stringify(tracing(ended));
	for (const secret of PRIVATE()) expect(text).not.toContain(secret);
});

it('a node without tasks leaves no trace', async () => {
	const parameters = runForm({}, { operation: 'get' });

	expect(tracing(await service.run({ parameters }))).toBeUndefined();
});

it('a trigger saves request IDs with its workflow, and nothing of the callback', async () => {
	const host = await listen();
	const requestId = await createTask(service);

	await post(host, { request_id: requestId, note: 'private-name' });

	expect(Object.values(host.staticData())).toEqual([{ processedTasks: [requestId] }]);
});
