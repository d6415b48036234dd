import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { binaryFolder } from '../nodes/binaryStore.mts';
import { useService } from '../nodes/service.mts';
import { createVirtualTime } from '../virtualTime.mts';

it('virtual time stops while a file is read or written', async () => {
	const time = createVirtualTime();
	const begun = time.now();
	const waiting = time.sleep(1_000);

	for (let access = 0; access < 100; access++) await stat('.');
	expect(time.now()).toBe(begun);

	await waiting;
	expect(time.now()).toBe(begun + 1_000);
	time.close();
});

useService();

it('the files of unit tests stay out of the n8n folder of whoever runs them', async () => {
	const folder = await binaryFolder();

	expect(folder).not.toContain(join(homedir(), '.n8n'));
	expect(folder).toContain(String(process.pid));
});
