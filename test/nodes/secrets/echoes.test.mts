import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { ownMember } from '../../../client/index';
import { settleSync } from '../../../client/settle';
import { secretRedactor } from '../../../nodes/AiApp/transport/withoutSecrets';
import { WHOLE_SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import type { Ended } from '../engine.mts';
import { photo } from '../photo.mts';
import { keepLog } from '../logBook.mts';
import { onTask, runForm, useService, runModel } from '../service.mts';
import { createTask, post, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();

it('a key in a record is left out of the item', async () => {
	const apiKey = service.emulator.apiKey;
	const body = { code: 20000, data: { nick_name: `made for ${apiKey}` } };
	service.emulator.addFault({ on: 'user', effect: { type: 'answer', status: 200, body } });

	const { outputs } = await service.run({
		parameters: { resource: 'account', operation: 'getUser', options: {} },
	});

	expect(outputs[0]?.[0]?.json).toEqual({ nick_name: 'made for …' });
});

function isInJson(text: string): boolean {
	return settleSync(() => JSON.parse(`"${text}"`)).ok;
}

describe('an API key that a response contains in another spelling', () => {
	const KEY_TO_ESCAPE = 'acc/ount?"0123456789"???/abcdefgh==';
	const inJson = JSON.stringify(KEY_TO_ESCAPE).slice(1, -1);
	/** The texts of an item, and so of the stored execution, if a record contains this. */
	async function recordFrom(data: string): Promise<unknown> {
		const headers = { 'content-type': 'application/json' };
		const body = `{"code":20000,"data":${data}}`;
		const effect = { type: 'answer', status: 200, headers, body } as const;
		service.emulator.addFault({ on: 'status', effect });
		const { outputs } = await service.run({
			parameters: onTask('getStatus', 'r-1', { simplify: false }),
			credential: { ...service.credential, apiKey: KEY_TO_ESCAPE },
		});
		return outputs[0]?.[0]?.json;
	}

	// The tests of the redactor have all spellings.
	it.each(['as it is', 'in JSON of .NET', 'in JSON within JSON'])(
		'is left out %s',
		async (name) => {
			const spelled = ownMember(WHOLE_SPELLINGS, name)?.(KEY_TO_ESCAPE) ?? '';
			// What JSON can't have as it is would be written as JSON.
			const text = isInJson(spelled) ? spelled : JSON.stringify(spelled).slice(1, -1);

			const shown = JSON.stringify(await recordFrom(`{"${text}":["${text}",{"a":"${text}"}]}`));

			expect(shown.split('…').length).toBeGreaterThan(3);
			expect(tracesIn(shown, KEY_TO_ESCAPE)).toEqual([]);
		},
	);

	it('is left out in base64 whose slashes are escaped', async () => {
		const inBase64 = Buffer.from(`Bearer ${KEY_TO_ESCAPE}`).toString('base64');
		const text = inBase64.replaceAll('/', '\\/');

		const shown = (await recordFrom(`{"note":"${text}"}`)) as { note: string };

		expect(text).not.toBe(inBase64);
		expect(shown.note).toMatch(/^.{9,10}….{0,4}$/);
	});

	it('is left out of the text of a failed task', async () => {
		const text = `no such key: ${inJson.replaceAll('/', '\\/')}`;
		const record = `{"request_id":"r-1","status":"Failed","error_message":"${text}"}`;
		const body = `{"code":20000,"data":${record}}`;
		const headers = { 'content-type': 'application/json' };
		const effect = { type: 'answer', status: 200, headers, body } as const;
		service.emulator.addFault({ on: 'status', effect, times: Infinity });

		const { error, run } = await service.run({
			parameters: onTask('wait', 'r-1'),
			credential: { ...service.credential, apiKey: KEY_TO_ESCAPE },
		});

		expect(error?.message).toContain('no such key: …');
		expect(JSON.stringify(run)).not.toContain('0123456789');
	});
});

it('of a credential, texts of 12 characters are secrets, blanks around them left out', () => {
	const redact = secretRedactor([' key-45678901 ', 'short-67890', undefined]);

	expect(redact('key-45678901 short-67890')).toBe('… short-67890');
});

describe('what a run leaves', () => {
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
	const ours = (log: readonly string[]) =>
		log.filter((line) => !line.endsWith('"workflowId":"w"}]'));

	it('a run logs its request ID, its item and the ID of the app, and nothing else', async () => {
		const log = keepLog();

		await runWithFile();

		const where = 'execution 1, node Run App, item 0';
		const ids = { requestId: taskId(), appId: 56258 };
		expect(ours(log)).toEqual([
			JSON.stringify([`AI app task created: ${taskId()} (${where})`, ids]),
		]);
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
		).toEqual(['paidWork', 'spending']);
		const text = JSON.stringify(kept);
		expect(text).toContain(taskId());
		for (const secret of PRIVATE()) expect(text).not.toContain(secret);
	});

	it('the searchable data of a run is the request IDs of its first five tasks', async () => {
		const { run } = await service.run({
			parameters: runForm({}, { waitMode: 'none', options: { maxAtATime: 1 } }),
			items: Array.from({ length: 7 }, () => ({ json: {} })),
		});

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(ids).toHaveLength(7);
		expect(run.data.resultData.metadata).toEqual({
			ai_app_request_id: ids[0],
			ai_app_request_id_2: ids[1],
			ai_app_request_id_3: ids[2],
			ai_app_request_id_4: ids[3],
			ai_app_request_id_5: ids[4],
		});
	});

	it('a trigger saves request IDs with its workflow, and nothing of the callback', async () => {
		const host = await listen();
		const requestId = await createTask(service);

		await post(host, { request_id: requestId, note: 'private-name' });

		expect(Object.values(host.staticData())).toEqual([{ processedTasks: [requestId] }]);
	});
});
