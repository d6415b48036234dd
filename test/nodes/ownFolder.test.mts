import { homedir } from 'node:os';
import { join } from 'node:path';
import { binaryFolder } from './binaryStore.mts';
import { useService } from './service.mts';

useService();

it('the files of unit tests stay out of the n8n folder of whoever runs them', async () => {
	const folder = await binaryFolder();

	expect(folder).not.toContain(join(homedir(), '.n8n'));
	expect(folder).toContain(String(process.pid));
});
