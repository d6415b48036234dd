import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findHaproxy } from '../../scripts/n8n/queue/programs.mts';
import { composed, documented } from '../readme/balancers.mts';

const run = promisify(execFile);

/** HAProxy looks up the names of hosts when it checks a configuration. */
const onThisMachine = documented.replaceAll(/(main|webhook-\d)(?=:5678)/g, '127.0.0.1');

it.each([
	['the guide to scaling', onThisMachine],
	['compose.yaml', composed],
])('HAProxy takes the configuration in %s', async (_, configuration) => {
	const folder = await mkdtemp(join(tmpdir(), 'haproxy-'));
	try {
		const file = join(folder, 'haproxy.cfg');
		await writeFile(file, configuration);

		const checked = run(await findHaproxy(), ['-c', '-f', file]);

		await expect(checked).resolves.toBeDefined();
	} finally {
		await rm(folder, { recursive: true });
	}
});
