import type { EmulatorClock } from '../time/clock.mts';
import type { TaskPlan } from '../tasks/taskPlan.mts';
import type { Quirks } from './quirks.mts';

/** The hosts of the emulator: three of the service, and one that controls the emulator. */
export type HostName = 'api' | 'meta' | 'storage' | 'control';

export type EmulatorOptions = {
	/** Any free port by default. */
	readonly ports?: Partial<Record<HostName, number>>;
	readonly clock?: EmulatorClock;
	readonly apiKey?: string;
	readonly quirks?: Partial<Quirks>;
	/** What happens to tasks that no plan says otherwise of, also after a reset. */
	readonly usualPlan?: Partial<TaskPlan>;
	/** Prefix of the task headers; deployments have their own. */
	readonly taskHeaderPrefix?: string;
	/** Where callbacks may go; everywhere by default. */
	readonly callbackOrigins?: readonly string[] | undefined;
	/** For big uploads, until the emulator is closed; the system's temporary folder by default. */
	readonly temporaryFolder?: string;
};

export const DEFAULT_PREFIX = 'X-Service-Task-';
export const DEFAULT_API_KEY = 'sk-emulator-0123456789abcdefghijklmnopqrstuvwxyz';

/** What upload tokens say about the storage. */
export type StorageSettings = {
	/** As sent to the client, with or without a scheme; the emulator's own storage by default. */
	readonly endpoint?: string;
	readonly bucket: string;
	readonly region: string;
};

export const DEFAULT_STORAGE_SETTINGS: StorageSettings = {
	bucket: 'emulator-bucket',
	region: 'oss-cn-shanghai',
};

/** Which URLs answer status queries for tasks of models; the specification has both. */
export type ModelSettings = {
	/** `openapi`: only `tasks/openapi/<id>`; `plain`: only `tasks/<id>`; the other one is 404. */
	readonly statusAt: 'both' | 'openapi' | 'plain';
};

export const DEFAULT_MODEL_SETTINGS: ModelSettings = { statusAt: 'both' };

/** How much of a service an account gets. */
export type LimitSettings = {
	/** Tasks of apps that may be under way at once; creates beyond are refused. */
	readonly parallelTasks?: number;
};

/** Settings that tests may change while the emulator runs. */
export type Settings<Values> = {
	current(): Values;
	/** Missing members keep their values. */
	change(changes: Partial<Values>): void;
};

export function createSettings<Values>(defaults: Values): Settings<Values> {
	let current = defaults;
	return {
		current: () => current,
		change: (changes) => void (current = { ...current, ...changes }),
	};
}
