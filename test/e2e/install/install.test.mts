import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	listPackages,
	openInstalledStage,
	updatePackage,
	type InstalledStage,
} from '../stage/installedStage.mts';
import { after, chain, items, pausingRun, runApp, start, store } from '../stage/pauseWorkflows.mts';
import {
	begin,
	beginPaused,
	createsOf,
	delivered,
	ended,
	jsonOf,
	LONG_MS,
	resumed,
} from '../stage/pausing.mts';

/** Installed by n8n from a registry, and updated while executions are under way. */

const [FIRST, NEXT] = ['1.0.0', '1.0.1'];

let stage: InstalledStage;

beforeAll(async () => {
	stage = await openInstalledStage(FIRST);
});

afterAll(() => stage?.close());

/** The version whose files n8n has loaded last. */
async function versionOnDisk(): Promise<unknown> {
	const folder = join(stage.userFolder, '.n8n/nodes/node_modules/n8n-nodes-ai-app-tasks');
	return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
}

test('n8n installs the packed package and finds both nodes in it', async () => {
	expect(stage.installed).toMatchObject({
		installedVersion: FIRST,
		installedNodes: expect.arrayContaining([
			expect.objectContaining({ type: 'n8n-nodes-ai-app-tasks.aiApp' }),
			expect.objectContaining({ type: 'n8n-nodes-ai-app-tasks.aiAppTrigger' }),
		]),
	});
	expect(await listPackages(stage)).toMatchObject([{ failedLoading: false }]);
});

describe('an update while executions are under way', () => {
	let paused: string;
	let polling: string;
	let failed: string;

	beforeAll(async () => {
		const { emulator, rest } = stage;
		// A task that goes on after its execution has failed.
		emulator.plan({ runningMs: LONG_MS }, { times: 1 });
		const impatient = runApp('Run App', { options: { maxWaitMinutes: 0.1 } });
		failed = await begin(stage, chain('Impatient', start, items(1), impatient, after()));
		expect((await waitForExecution(rest, failed, 60_000)).status).toBe('error');
		expect(createsOf(stage)).toBe(1);
		// Of two tasks, one is called back before the update and one after it.
		emulator.plan({ runningMs: 1_000 }, { times: 1 });
		emulator.plan({ runningMs: LONG_MS });
		paused = await beginPaused(
			stage,
			chain('Paused', start, items(2), pausingRun('Run App'), after()),
		);
		expect(createsOf(stage)).toBe(3);
		await delivered(stage, emulator.tasks()[1]?.requestId);
		polling = await runWorkflow(
			rest,
			await store(stage, chain('Polling', start, items(1), runApp('Run App'), after())),
		);
		await waitUntil('its task', async () => emulator.tasks()[3], { timeoutMs: 60_000 });
		await stage.registry.publish(NEXT);
	});

	test('is offered by n8n and installed', async () => {
		expect(await listPackages(stage)).toMatchObject([
			{ installedVersion: FIRST, updateAvailable: NEXT },
		]);

		expect(await updatePackage(stage)).toMatchObject({ installedVersion: NEXT });

		expect(await versionOnDisk()).toBe(NEXT);
		expect((await waitForExecution(stage.rest, paused, 30_000)).status).toBe('waiting');
		expect(stage.emulator.tasks().at(-1)?.finishedAt).toBeUndefined();
		expect(createsOf(stage)).toBe(4);
	});

	test('an execution that was paused resumes and ends with its own tasks', async () => {
		const execution = await resumed(stage, paused);

		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'After')).toMatchObject([
			{ n: 0, status: 'Success' },
			{ n: 1, status: 'Success' },
		]);
		expect(execution.runs['After']).toHaveLength(1);
		expect(createsOf(stage)).toBe(4);
	});

	test('an execution that was running ends with its own task', async () => {
		const execution = await ended(stage, polling);

		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'After')).toMatchObject([{ n: 0, status: 'Success' }]);
		expect(createsOf(stage)).toBe(4);
	});

	test('a retry after it continues the task that was created before it', async () => {
		const retry = await stage.rest.call<{ readonly id: string }>(
			'POST',
			`/rest/executions/${failed}/retry`,
			{},
		);

		const execution = await ended(stage, retry.id);

		expect(execution.status).toBe('success');
		expect(createsOf(stage)).toBe(4);
	});

	test('a new execution runs the new copy and pauses', async () => {
		stage.emulator.plan({ runningMs: 1_000 });
		const id = await begin(stage, chain('New', start, items(1), pausingRun('Run App'), after()));

		const execution = await ended(stage, id);

		expect(jsonOf(execution, 'After')).toMatchObject([{ n: 0, status: 'Success' }]);
		expect(createsOf(stage)).toBe(5);
	});
});
