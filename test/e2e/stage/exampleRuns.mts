import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import type { TaskRecord } from '../../../emulator/tasks/taskStore.mts';
import {
	executionIds,
	itemsOf,
	readBinary,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { webhookUrl, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import {
	addExample,
	CALLER,
	formUrl,
	readExample,
	resultNode,
} from '../../../scripts/stage/examples.mts';
import { asFormFile, drawPhoto } from './photos.mts';
import { projectFolder, type TestStage } from './testStage.mts';
import { waitUntilRegistered, type FormFile } from './webhookCalls.mts';

/** An example that starts with a form, published, and the URL of its form. */
export async function openForm(
	stage: TestStage,
	file: string,
): Promise<{ readonly workflow: StoredWorkflow; readonly url: string }> {
	const workflow = await addExample(stage, await readExample(stage, projectFolder, file));
	return { workflow, url: formUrl(stage.n8n.url, workflow) ?? '' };
}

/** Waits until an execution that the test hasn't started exists and is finished or paused. */
export async function nextExecution(
	{ rest }: TestStage,
	workflow: StoredWorkflow,
	before: readonly string[] = [],
): Promise<Execution> {
	const id = await waitUntil(
		'an execution to be started',
		async () => (await executionIds(rest, workflow)).find((each) => !before.includes(each)),
		{ timeoutMs: 90_000 },
	);
	return waitForExecution(rest, id, 120_000);
}

/** The image that an execution returned, under the name of its task. */
export async function pictureOf(
	stage: TestStage,
	execution: Execution,
	workflow: StoredWorkflow,
): Promise<Picture | undefined> {
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, resultNode(workflow));
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ status: 'Success' });
	const record = items[0]?.binary?.['data'];
	if (record === undefined) throw new Error('The item holds no file in "data".');
	expect(record.mimeType).toBe('image/png');
	expect(record.fileName).toBe(`${items[0]?.json['request_id']}_1.png`);
	return decodePicture(await readBinary(stage.rest, record));
}

/** Photos of these widths, which are in their names. */
export function shoes(widths: readonly number[]): Promise<readonly FormFile[]> {
	const photos = widths.map(async (width) => ({
		...(await asFormFile(drawPhoto(width, 30), 'image/png')),
		fileName: `shoe-${width}.png`,
	}));
	return Promise.all(photos);
}

/** How many tasks were in progress at the same time, at most. */
export function peak(tasks: readonly TaskRecord[]): number {
	const underWay = (at: number) =>
		tasks.filter(({ createdAt, finishedAt = Infinity }) => createdAt <= at && at < finishedAt);
	return Math.max(...tasks.map(({ createdAt }) => underWay(createdAt).length));
}

/**
 * Runs commands for the demo's usual ports, which call a published workflow, and reads the
 * picture.png that they write.
 */
export async function pictureByShell(
	{ n8n, emulator, userFolder }: TestStage,
	workflow: StoredWorkflow,
	commands: string,
): Promise<Picture> {
	await waitUntilRegistered(webhookUrl(n8n.url, workflow) ?? '');
	const lines = commands
		.replace('THE-PRINTED-KEY', CALLER.value)
		.replace('http://127.0.0.1:5678', n8n.url)
		.replace('http://127.0.0.1:8789', emulator.storageUrl);
	await promisify(execFile)('bash', ['-ec', lines], { cwd: userFolder, timeout: 60_000 });
	const bytes = await readFile(join(userFolder, 'picture.png'));
	const picture = await decodePicture(bytes);
	if (!picture) throw new Error(`${bytes.length} bytes, no picture: ${bytes.subarray(0, 500)}`);
	return picture;
}
