import { readCommandLine, usage } from './commandLine.mts';
import { SAMPLE_APPS, SAMPLE_MODELS, startEmulator, type EmulatorOptions } from './index.mts';

const command = readCommandLine(process.argv.slice(2));
if ('help' in command) process.stdout.write(usage());
else if ('error' in command) fail(command.error);
else await start(command.start).catch((error) => fail(reasonOf(error, command.start)));

async function start(options: EmulatorOptions): Promise<void> {
	const emulator = await startEmulator(options);
	const quirks = Object.entries(options.quirks ?? {}).filter(([, isOn]) => isOn);
	const lines = [
		`Base URL      ${emulator.apiUrl}`,
		`Metadata URL  ${emulator.metaUrl}`,
		`Storage URL   ${emulator.storageUrl}`,
		`Control URL   ${emulator.controlUrl}/control/state`,
		`API Key       ${emulator.apiKey}`,
		`Quirks        ${quirks.map(([name]) => name).join(', ') || 'none'}`,
		'Apps',
		...SAMPLE_APPS.map(({ id, name }) => `  ${id}  ${name}`),
		'Models',
		...SAMPLE_MODELS.map(({ endpoint }) => `  ${endpoint}`),
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void emulator.close());
}

function reasonOf(error: NodeJS.ErrnoException, { ports = {} }: EmulatorOptions): string {
	if (error.code !== 'EADDRINUSE') return error.message;
	const port = error.message.split(':').at(-1);
	const [host] = Object.entries(ports).find(([, chosen]) => String(chosen) === port) ?? ['api'];
	return `Port ${port} is in use. Choose another one with --${host}-port.`;
}

/** Exits explicitly: hosts that already listen would keep the process alive. */
function fail(message: string): void {
	process.stderr.write(`${message}\n`, () => process.exit(1));
}
