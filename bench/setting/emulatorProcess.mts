import { join } from 'node:path';
import { createControl, type Control } from './control.mts';
import { startServerProcess, type ServerProcess } from './serverProcess.mts';

/** The service, as a credential describes it. */
export type ServiceAccess = {
	readonly baseUrl: string;
	readonly metadataUrl: string;
	readonly apiKey: string;
};

/** The URLs, the key and the quirks are printed before the list of apps. */
const EMULATOR_LINES = 6;

/** Starts an emulator on free ports. */
export function startEmulatorProcess(projectFolder: string): Promise<ServerProcess> {
	const ports = ['api', 'meta', 'storage', 'control'].flatMap((host) => [`--${host}-port`, '0']);
	const entry = join(projectFolder, 'emulator', 'cli.mts');
	return startServerProcess({
		node: process.execPath,
		args: ['--import', 'tsx', entry, ...ports],
		lines: EMULATOR_LINES,
	});
}

export function accessOf({ addresses }: ServerProcess): ServiceAccess {
	return {
		baseUrl: addresses['Base URL'] ?? '',
		metadataUrl: addresses['Metadata URL'] ?? '',
		apiKey: addresses['API Key'] ?? '',
	};
}

export function controlOf({ addresses }: ServerProcess): Control {
	return createControl(new URL(addresses['Control URL'] ?? '').origin);
}
