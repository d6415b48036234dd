import { join } from 'node:path';
import { freePort } from '../scripts/n8n/freePort.mts';
import { saveIf } from './report/save.mts';
import { withStage } from './setting/ownStage.mts';
import { prepare } from './setting/project.mts';
import { soak } from './soak/soak.mts';

type Options = { readonly minutes?: number; readonly write?: boolean };

const INSIDE = join(import.meta.dirname, 'soak', 'inside.cjs');

/** Mixed work in a real n8n. Fails if anything is lost or left. */
export default async function runSoak({ minutes = 3, write = false }: Options): Promise<void> {
	prepare();
	const port = String(await freePort());
	const env = {
		N8N_RUNNERS_ENABLED: 'false',
		INSIDE_PORT: port,
		NODE_OPTIONS: `--expose-gc --require "${INSIDE}"`,
	};
	const soaked = await withStage(env, (stage) => {
		console.log(`An execution every second for ${minutes} minutes ...`);
		return soak(stage, minutes, `http://127.0.0.1:${port}`);
	});
	console.log(JSON.stringify(soaked, undefined, '\t'));
	saveIf(write, 'docs/development/results/soak.json', soaked);
	if (soaked.troubles.length > 0) throw new Error(`Soaked. ${soaked.troubles.join(' ')}`);
	console.log('Nothing was lost or left.');
}
