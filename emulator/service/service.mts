import { tmpdir } from 'node:os';
import { createCallbacks, type Callbacks } from '../callbacks/callbacks.mts';
import { createFaultQueue, type FaultQueue } from '../faults/fault.mts';
import { createRequestLog, type RequestLog } from '../http/requestLog.mts';
import { createModelTaskStore, type ModelTaskStore } from '../models/modelTasks.mts';
import {
	createSettings,
	DEFAULT_MODEL_SETTINGS,
	DEFAULT_PREFIX,
	DEFAULT_STORAGE_SETTINGS,
	type EmulatorOptions,
	type HostName,
	type LimitSettings,
	type ModelSettings,
	type Settings,
	type StorageSettings,
} from '../settings/settings.mts';
import { PROFILES, type Quirks } from '../settings/quirks.mts';
import {
	createCredentialStore,
	createResourceStore,
	type CredentialStore,
	type ResourceStore,
} from '../storage/uploads.mts';
import { createObjectStore, type ObjectStore } from '../storage/objects.mts';
import { createPlanQueue, type PlanQueue } from '../tasks/taskPlan.mts';
import { createTaskStore, type TaskStore } from '../tasks/taskStore.mts';
import type { EmulatorClock } from '../time/clock.mts';
import { createFileStore, type FileStore } from './fileStore.mts';

/** The URLs of the hosts, without a trailing slash. */
export type Addresses = Record<HostName, string>;

/** What a reset replaces: all that requests and tests change. */
type Parts = {
	readonly tasks: TaskStore;
	readonly callbacks: Callbacks;
	readonly modelTasks: ModelTaskStore;
	readonly plans: PlanQueue;
	readonly faults: FaultQueue;
	readonly requests: RequestLog;
	readonly files: FileStore;
	readonly credentials: CredentialStore;
	readonly objects: ObjectStore;
	readonly resources: ResourceStore;
	readonly storageSettings: Settings<StorageSettings>;
	readonly modelSettings: Settings<ModelSettings>;
	readonly limits: Settings<LimitSettings>;
};

/** The state shared by all hosts of one emulator. Parts are read when a request needs them. */
export type Service = Parts & {
	readonly clock: EmulatorClock;
	readonly apiKey: string;
	readonly quirks: Quirks;
	/** Prefix of the task headers, in lower case. */
	readonly taskHeaderPrefix: string;
	/** Filled in when the hosts listen, before the first request. */
	readonly addresses: Addresses;
	/** Replaces all parts. Requests that are under way end with those that they began with. */
	reset(): void;
};

type ServiceOptions = Omit<EmulatorOptions, 'ports'> & Pick<Service, 'clock' | 'apiKey'>;

export function createService({ clock, apiKey, ...options }: ServiceOptions): Service {
	const lasting = {
		clock,
		apiKey,
		quirks: { ...PROFILES.default.quirks, ...options.quirks },
		taskHeaderPrefix: (options.taskHeaderPrefix ?? DEFAULT_PREFIX).toLowerCase(),
		addresses: { api: '', meta: '', storage: '', control: '' },
	};
	const service = { ...lasting, ...createParts(lasting, options), reset };

	function reset(): void {
		service.callbacks.end();
		service.objects.end();
		Object.assign(service, createParts(lasting, options));
	}
	return service;
}

function createParts(
	lasting: Omit<Service, keyof Parts | 'reset'>,
	{ callbackOrigins, temporaryFolder = tmpdir(), usualPlan }: EmulatorOptions,
): Parts {
	const { clock, taskHeaderPrefix } = lasting;
	const tasks = createTaskStore(clock);
	const modelTasks = createModelTaskStore(clock);
	const objects = createObjectStore(temporaryFolder);
	return {
		tasks,
		callbacks: createCallbacks(clock, taskHeaderPrefix, callbackOrigins),
		modelTasks,
		plans: createPlanQueue(usualPlan),
		faults: createFaultQueue(),
		requests: createRequestLog(),
		files: createFileStore({ ...lasting, tasks, modelTasks, objects }),
		credentials: createCredentialStore(clock),
		objects,
		resources: createResourceStore(),
		storageSettings: createSettings(DEFAULT_STORAGE_SETTINGS),
		modelSettings: createSettings(DEFAULT_MODEL_SETTINGS),
		limits: createSettings<LimitSettings>({}),
	};
}
