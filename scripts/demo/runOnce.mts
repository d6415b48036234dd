import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
	type BinaryRecord,
	type Execution,
	type Item,
} from '../n8n/executions.mts';
import type { Rest } from '../n8n/rest.mts';
import { MAIN_EXAMPLE, readExample, resultNode, restoreExample } from '../stage/examples.mts';
import type { Stage } from '../stage/stage.mts';

export type SavedFile = {
	readonly name: string;
	readonly path: string;
	readonly mimeType: string;
	readonly bytes: number;
};

export type Summary = {
	/** n8n's word for how the execution ended; "error" also if there was no execution. */
	readonly status: string;
	readonly items: ReadonlyArray<{
		readonly request_id: unknown;
		readonly status: unknown;
		readonly files: readonly SavedFile[];
	}>;
	/** Why it did not succeed. */
	readonly reason?: string;
};

const EXECUTION_TIMEOUT_MS = 120_000;

/** Runs the main example in n8n, and writes its output files to a folder. */
export async function runOnce(
	stage: Stage,
	projectFolder: string,
	outputFolder: string,
): Promise<Summary> {
	const example = await readExample(stage, projectFolder, MAIN_EXAMPLE);
	const workflow = await restoreExample(stage, example);
	const id = await runWorkflow(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, EXECUTION_TIMEOUT_MS);
	await mkdir(outputFolder, { recursive: true });
	const items: Summary['items'][number][] = [];
	for (const item of itemsOf(execution, resultNode(workflow))) {
		const files = await saveFiles(stage.rest, item, outputFolder);
		items.push({ request_id: item.json['request_id'], status: item.json['status'], files });
	}
	const reason = reasonOf(execution);
	return { status: execution.status, items, ...(reason !== undefined && { reason }) };
}

async function saveFiles(rest: Rest, item: Item, folder: string): Promise<readonly SavedFile[]> {
	const files: SavedFile[] = [];
	for (const [field, record] of Object.entries(item.binary ?? {})) {
		files.push(await saveFile(rest, field, record, folder));
	}
	return files;
}

async function saveFile(
	rest: Rest,
	field: string,
	record: BinaryRecord,
	folder: string,
): Promise<SavedFile> {
	const name = basename(record.fileName ?? field);
	const content = await readBinary(rest, record);
	const path = join(folder, name);
	await writeFile(path, content);
	return { name, path, mimeType: record.mimeType, bytes: content.length };
}

function reasonOf({ status, error }: Execution): string | undefined {
	if (status === 'success') return undefined;
	const message = [error?.message, error?.description].filter(Boolean).join('. ');
	return message || `The execution ended as "${status}".`;
}
