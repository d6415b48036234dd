import { readFile } from 'node:fs/promises';
import type { N8nServer } from '../../../scripts/n8n/server.mts';
import { waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { after, chain, items, onTask, pausingRun, start } from '../stage/pauseWorkflows.mts';
import {
	createsOf,
	delivered,
	ended,
	beginPaused,
	jsonOf,
	latestCallbackUrl,
} from '../stage/pausing.mts';
import { killAndRestart } from '../stage/restart.mts';
import { createSecretSearch } from '../../secrets/secretSearch.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';

/** n8n checks for limits that have passed once a minute, and starts in some 20 s. */
const PATIENCE_MS = 240_000;

let stage: OwnStage;
let second: N8nServer | undefined;
let limited: string;
let pausedId: string;

beforeAll(async () => {
	stage = await openOwnStage();
	// Finishes only long after the limit.
	stage.emulator.plan({ runningMs: 150_000 }, { times: 1 });
	const run = pausingRun('Run App', { parameters: { options: { maxWaitMinutes: 2 } } });
	limited = await beginPaused(
		stage,
		chain('Limit', start, items(1), run, after('Limit Passed'), onTask('Wait', 'wait')),
	);
	stage.emulator.plan({ runningMs: 80_000 });
	pausedId = await beginPaused(
		stage,
		chain('Killed', start, items(2), pausingRun('Run App'), after()),
	);

	second = await killAndRestart(stage);
});

afterAll(async () => {
	await second?.stop();
	await stage?.close();
});

test('an execution stays paused when n8n is killed, and resumes with all of its data', async () => {
	expect((await waitForExecution(stage.rest, pausedId, 30_000)).status).toBe('waiting');

	const execution = await ended(stage, pausedId);

	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject([
		{ n: 0, status: 'Success' },
		{ n: 1, status: 'Success' },
	]);
	for (const { request_id } of jsonOf(execution, 'After')) await delivered(stage, request_id);
});

test('after Max Wait Time the items name their tasks, and Task: Wait for Completion continues with them', async () => {
	const execution = await waitUntil(
		'the limit to pass',
		async () => {
			const found = await waitForExecution(stage.rest, limited, PATIENCE_MS);
			return found.status === 'waiting' ? undefined : found;
		},
		{ timeoutMs: PATIENCE_MS },
	);

	expect(execution.status).toBe('success');
	const [passed] = jsonOf(execution, 'Limit Passed');
	expect(passed).toMatchObject({ n: 0, status: 'TimedOut' });
	expect(jsonOf(execution, 'Wait')).toMatchObject([
		{ request_id: passed?.['request_id'], status: 'Success' },
	]);
	expect(createsOf(stage)).toBe(3);
});

test('the key of a wait is not in the logs at debug level', async () => {
	const key = latestCallbackUrl(stage).searchParams.get('k') ?? '';
	expect(key).toMatch(/^[0-9a-f]{48}$/);
	const search = createSecretSearch([{ name: 'key of the wait', value: key }]);

	for (const file of [stage.n8n.logFile, second?.logFile ?? '']) {
		expect(search.in(file, await readFile(file))).toEqual([]);
	}
});
