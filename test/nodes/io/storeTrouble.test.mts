import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { binaryFolder } from '../binaryStore.mts';
import { runForm, useService } from '../service.mts';

const service = useService();
let inTheWay = '';

afterEach(() => rm(inTheWay));

it('a binary store that rejects a file is named as the cause, and the file is not downloaded again', async () => {
	// In place of the store's folder for the workflow there is a file.
	inTheWay = join(await binaryFolder(), 'workflows');
	await rm(inTheWay, { recursive: true, force: true });
	await mkdir(dirname(inTheWay), { recursive: true });
	await writeFile(inTheWay, '');

	const { error } = await service.run({ parameters: runForm({}, { downloadFiles: true }) });

	expect(error?.message).toContain("it couldn't be stored");
	expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	expect(error?.description).toContain('binary data settings');
	const downloads = service.emulator.requests().filter(({ operation }) => operation === 'download');
	expect(downloads).toHaveLength(1);
});
