import { parseArgs } from 'node:util';
import { SAMPLE_APPS, SAMPLE_MODELS, startEmulator } from './index.mts';

const { values } = parseArgs({
	options: {
		'api-port': { type: 'string', default: '8787' },
		'meta-port': { type: 'string', default: '8788' },
		'storage-port': { type: 'string', default: '8789' },
		'control-port': { type: 'string', default: '8790' },
		'api-key': { type: 'string' },
		'task-header-prefix': { type: 'string' },
	},
});

const emulator = await startEmulator({
	apiKey: values['api-key'],
	taskHeaderPrefix: values['task-header-prefix'],
	ports: {
		api: Number(values['api-port']),
		meta: Number(values['meta-port']),
		storage: Number(values['storage-port']),
		control: Number(values['control-port']),
	},
});

const lines = [
	`Base URL      ${emulator.apiUrl}`,
	`Metadata URL  ${emulator.metaUrl}`,
	`Storage URL   ${emulator.storageUrl}`,
	`Control URL   ${emulator.controlUrl}/control/state`,
	`API Key       ${emulator.apiKey}`,
	'Apps',
	...SAMPLE_APPS.map(({ id, name }) => `  ${id}  ${name}`),
	'Models',
	...SAMPLE_MODELS.map(({ endpoint }) => `  ${endpoint}`),
];
process.stdout.write(`${lines.join('\n')}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void emulator.close());
}
