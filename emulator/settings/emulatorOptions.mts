import type { EmulatorClock } from '../time/clock.mts';
import type { Quirks } from './quirks.mts';

/** The hosts of the emulator; control is its own, the others stand for the service. */
export type HostName = 'api' | 'meta' | 'storage' | 'control';

export type EmulatorOptions = {
	/** Ports of the hosts; any free one where left out. */
	readonly ports?: Partial<Record<HostName, number>>;
	readonly clock?: EmulatorClock;
	readonly apiKey?: string;
	readonly quirks?: Partial<Quirks>;
	/** How the names of task headers begin; deployments name them after themselves. */
	readonly taskHeaderPrefix?: string;
	/** Where big uploads are kept until the emulator is closed; the system's folder by default. */
	readonly temporaryFolder?: string;
};

export const DEFAULT_PREFIX = 'X-Service-Task-';
export const DEFAULT_API_KEY = 'sk-emulator-0123456789abcdefghijklmnopqrstuvwxyz';
