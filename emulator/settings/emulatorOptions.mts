import type { EmulatorClock } from '../time/clock.mts';
import type { Quirks } from './quirks.mts';

/** The hosts of the emulator: three of the service, and one that controls the emulator. */
export type HostName = 'api' | 'meta' | 'storage' | 'control';

export type EmulatorOptions = {
	/** Any free port by default. */
	readonly ports?: Partial<Record<HostName, number>>;
	readonly clock?: EmulatorClock;
	readonly apiKey?: string;
	readonly quirks?: Partial<Quirks>;
	/** Prefix of the task headers; deployments have their own. */
	readonly taskHeaderPrefix?: string;
	/** For big uploads, until the emulator is closed; the system's temporary folder by default. */
	readonly temporaryFolder?: string;
};

export const DEFAULT_PREFIX = 'X-Service-Task-';
export const DEFAULT_API_KEY = 'sk-emulator-0123456789abcdefghijklmnopqrstuvwxyz';
