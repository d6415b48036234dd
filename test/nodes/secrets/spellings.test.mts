import { stringify } from 'flatted';
import { boundToken } from '../../../client/index';
import {
	KEY,
	recordWith,
	startQuotingService,
	STORAGE_SECRETS,
} from '../../secrets/quotingService.mts';
import { SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { execute } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { callbackUrls } from '../pause/pausedRuns.mts';
import { usePausedExecutions } from '../pause/pausedExecutions.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';
import { BEARER, post, TOKEN, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);
const { later, pausedFor } = usePausedExecutions(service);

const SECRETS = [KEY, TOKEN, ...STORAGE_SECRETS];

const file = { data: Buffer.from('png').toString('base64'), mimeType: 'image/png' };
const withFile = [{ json: {}, binary: { data: { ...file, fileName: 'x.png' } } }];
const upload: Parameters = {
	...{ resource: 'file', operation: 'upload', options: {}, simplify: true },
	inputDataFieldName: 'data',
};

const OPERATIONS: ReadonlyArray<readonly [string, Parameters, typeof withFile?]> = [
	['a create that is refused', runForm({ [PROMPT]: 'a' })],
	['an upload that the storage refuses', upload, withFile],
	['outputs', onTask('wait', 'r-1', { downloadFiles: false })],
	['outputs as sent', onTask('wait', 'r-1', { downloadFiles: false, simplify: false })],
	['an app', { resource: 'app', operation: 'get', appId: '54663', options: {}, simplify: true }],
	['an account', { resource: 'account', operation: 'getUser', options: {} }],
];

describe.each(Object.entries(SPELLINGS))('secrets that are quoted %s', (_, spell) => {
	it('leave no 12 characters in items, messages, streams and stored executions', async () => {
		const quoting = await startQuotingService(TOKEN, spell);
		const credential = {
			...{ apiKey: KEY, baseUrl: quoting.url, metadataUrl: quoting.url, callbackToken: TOKEN },
			...{ moreSettings: true, storageUrl: quoting.url },
		};
		const seen: unknown[] = [];
		for (const [, parameters, items = [{ json: {} }]] of OPERATIONS) {
			const onChunk = (chunk: unknown) => void seen.push(chunk);
			const ended = await execute({ credential, parameters, items, onChunk });
			const { error, hints, outputs, run } = ended;
			seen.push(stringify(run.data), outputs, hints, error?.message, error?.description);
		}
		await quoting.close();

		expect(JSON.stringify(seen)).toContain('…');
		expect(tracesIn(JSON.stringify(seen), ...SECRETS)).toEqual([]);
	});

	it('leave none in the item of a trigger that takes the body of a callback', async () => {
		const settings = { apiKey: KEY, callbackToken: TOKEN, moreSettings: true };
		const host = await listen({ parameters: { resultSource: 'callback' } }, settings);
		const bound = boundToken(TOKEN, host.url) ?? '';
		const echo = [KEY, TOKEN, bound].map(spell).join(' ');
		const headers = { ...BEARER, 'x-service-task-note': `for ${spell(KEY)}` };

		const { status } = await post(host, recordWith(echo), headers);

		expect(status).toBe(200);
		expect(host.started).toHaveLength(1);
		const item = JSON.stringify(host.started);
		expect(item).toContain('…');
		expect(tracesIn(item, KEY, TOKEN, bound)).toEqual([]);
	});

	it('leave none in the items of an execution that a callback resumes', async () => {
		const credential = { ...service.credential, callbackToken: TOKEN };
		const execution = await pausedFor([1_000], { credential });
		await later();
		const [{ requestId = '' } = {}] = service.emulator.tasks();
		const [url = new URL('http://none')] = callbackUrls(service);
		const echo = [service.emulator.apiKey, TOKEN].map(spell).join(' ');
		const body = { ...recordWith(echo), request_id: requestId };

		expect(await execution.call({ url, body })).toBe(200);

		const items = JSON.stringify(execution.resumed);
		expect(items).toContain('…');
		expect(tracesIn(items, service.emulator.apiKey, TOKEN)).toEqual([]);
	});
});
