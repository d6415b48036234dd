import { join } from 'node:path';
import { createControl, type Control } from './control.mts';
import { startServerProcess } from './serverProcess.mts';

/** The service, as a credential describes it. */
export type ServiceAccess = {
	readonly baseUrl: string;
	readonly metadataUrl: string;
	readonly apiKey: string;
};

export type EmulatorProcess = {
	readonly service: ServiceAccess;
	readonly storageUrl: string;
	readonly control: Control;
	stop(): Promise<void>;
};

type Printed = Readonly<
	Record<'apiUrl' | 'metaUrl' | 'storageUrl' | 'controlUrl' | 'apiKey', string>
>;

/** Starts an emulator on free ports. */
export async function startEmulatorProcess(): Promise<EmulatorProcess> {
	const script = join(import.meta.dirname, 'emulatorServer.mts');
	const args = ['--import', 'tsx', script];
	const { printed, stop } = await startServerProcess<Printed>(process.execPath, args);
	const { apiUrl, metaUrl, storageUrl, controlUrl, apiKey } = printed;
	return {
		service: { baseUrl: apiUrl, metadataUrl: metaUrl, apiKey },
		storageUrl,
		control: createControl(controlUrl),
		stop,
	};
}
