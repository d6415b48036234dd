import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQueueMode } from '../../../scripts/n8n/queue/queueMode.mts';
import { projectFolder } from '../stage/testStage.mts';

const usual = process.env['TMPDIR'];
let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'queue-start-'));
	// PostgreSQL's own user must have access to this folder.
	await chmod(folder, 0o711);
	process.env['TMPDIR'] = folder;
});

afterEach(async () => {
	if (usual === undefined) delete process.env['TMPDIR'];
	else process.env['TMPDIR'] = usual;
	await rm(folder, { recursive: true, force: true });
});

function children(): number {
	return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}

test('when n8n does not start, its servers are stopped and their data is removed', async () => {
	const before = children();
	const start = openQueueMode({
		n8nFolder: join(projectFolder, 'n8n'),
		packageFolder: join(folder, 'nowhere'),
	});

	await expect(start).rejects.toThrow('nowhere');

	expect(children()).toBe(before);
	expect(await readdir(folder)).toEqual([]);
});
