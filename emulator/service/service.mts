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

/** The state shared by all hosts of one emulator. */
export type Service = {
	readonly clock: EmulatorClock;
	readonly apiKey: string;
	readonly quirks: Quirks;
	/** Prefix of the task headers, in lower case. */
	readonly taskHeaderPrefix: string;
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
	/** Filled in when the hosts listen, before the first request. */
	readonly addresses: Addresses;
};

type ServiceOptions = Omit<EmulatorOptions, 'ports'> & Pick<Service, 'clock' | 'apiKey'>;

export function createService({
	clock,
	apiKey,
	temporaryFolder = tmpdir(),
	...options
}: ServiceOptions): Service {
	const taskHeaderPrefix = (options.taskHeaderPrefix ?? DEFAULT_PREFIX).toLowerCase();
	const quirks = { ...PROFILES.default.quirks, ...options.quirks };
	const tasks = createTaskStore(clock);
	const modelTasks = createModelTaskStore(clock);
	const objects = createObjectStore(temporaryFolder);
	const addresses = { api: '', meta: '', storage: '', control: '' };
	return {
		clock,
		apiKey,
		quirks,
		taskHeaderPrefix,
		tasks,
		callbacks: createCallbacks(clock, taskHeaderPrefix, options.callbackOrigins),
		modelTasks,
		plans: createPlanQueue(options.usualPlan),
		faults: createFaultQueue(),
		requests: createRequestLog(),
		files: createFileStore({ tasks, modelTasks, clock, addresses, objects, quirks }),
		credentials: createCredentialStore(clock),
		objects,
		resources: createResourceStore(),
		storageSettings: createSettings(DEFAULT_STORAGE_SETTINGS),
		modelSettings: createSettings(DEFAULT_MODEL_SETTINGS),
		limits: createSettings<LimitSettings>({}),
		addresses,
	};
}

/** Clears everything that requests and tests have added, except clock, key and URLs. */
export function resetService(service: Service): void {
	for (const part of Object.values(service) as Array<{ clear?: () => void }>) part.clear?.();
}
