import type { DeliveryRecord } from './callbacks/deliveryLog.mts';
import type { Forgery } from './callbacks/forgery.mts';
import type { Fault } from './faults/fault.mts';
import { answering } from './hosts/hosts.mts';
import type { RequestRecord } from './http/requestLog.mts';
import { listen, type Host } from './http/server.mts';
import type { ModelTaskRecord } from './models/modelTasks.mts';
import { createService } from './service/service.mts';
import {
	DEFAULT_API_KEY,
	type EmulatorOptions,
	type LimitSettings,
	type ModelSettings,
	type StorageSettings,
} from './settings/settings.mts';
import type { Credentials } from './storage/uploads.mts';
import type { PlanScope, TaskPlan } from './tasks/taskPlan.mts';
import type { TaskRecord } from './tasks/taskStore.mts';
import { type EmulatorClock, realClock } from './time/clock.mts';

export { APPS_TO_TRY, SAMPLE_APPS } from './apps/catalogue.mts';
export { MODELS_TO_TRY } from './models/models.mts';
export type { DeliveryRecord } from './callbacks/deliveryLog.mts';
export type { Forgery } from './callbacks/forgery.mts';
export type { Fault, FaultEffect } from './faults/fault.mts';
export type { Operation, RequestRecord, ServiceHost } from './http/requestLog.mts';
export { SAMPLE_MODELS } from './models/models.mts';
export type { ModelTaskRecord } from './models/modelTasks.mts';
export type { EmulatorOptions } from './settings/settings.mts';
export type { LimitSettings } from './settings/settings.mts';
export type { ModelSettings } from './settings/settings.mts';
export type { Quirks } from './settings/quirks.mts';
export type { StorageSettings } from './settings/settings.mts';
export type { Credentials } from './storage/uploads.mts';
export type { PlanScope } from './tasks/taskPlan.mts';
export type { CallbackPlan, OpenPlan, OutputsPlan, TaskPlan } from './tasks/taskPlan.mts';
export type { Stop, TaskStatus } from './tasks/taskStateMachine.mts';
export type { TaskRecord } from './tasks/taskStore.mts';
export { manualClock, realClock, type EmulatorClock, type ManualClock } from './time/clock.mts';

/** A running emulator. URLs have no trailing slash. */
export type Emulator = {
	readonly apiUrl: string;
	readonly metaUrl: string;
	readonly storageUrl: string;
	readonly controlUrl: string;
	readonly apiKey: string;
	readonly clock: EmulatorClock;
	/** Sets the plan of future tasks; missing members come from the default plan. */
	plan(plan: Partial<TaskPlan>, scope?: PlanScope): void;
	/** Changes what future upload tokens say about the storage. */
	setUpStorage(setup: Partial<StorageSettings>): void;
	/** Changes which URLs answer status queries for tasks of models. */
	setUpModels(setup: Partial<ModelSettings>): void;
	/** Changes how much of the service the account gets. */
	setLimits(limits: Partial<LimitSettings>): void;
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Requests to the service's hosts, oldest first. */
	requests(): readonly RequestRecord[];
	/** Tasks with their current status, oldest first. */
	tasks(): readonly TaskRecord[];
	/** Tasks of models with their current status, oldest first. */
	modelTasks(): readonly ModelTaskRecord[];
	/** Delivery attempts of callbacks, oldest first. */
	deliveries(): readonly DeliveryRecord[];
	/** Sends one forged callback; undefined when its URL is unknown. */
	forgeCallback(forgery: Forgery): Promise<DeliveryRecord | undefined>;
	/** Upload credentials issued so far, oldest first. */
	credentials(): readonly Credentials[];
	/** Makes everything new but the clock, the key and the URLs. */
	reset(): void;
	/** Closes all hosts with their connections and removes temporary files. */
	close(): Promise<void>;
};

/** Starts the service on 127.0.0.1: four hosts on four ports. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { clock = realClock(), apiKey = DEFAULT_API_KEY, ports = {} } = options;
	const service = createService({ ...options, clock, apiKey });
	const hosts: Host[] = [];
	const { addresses } = service;
	// In the order of the help, so that the first port in use is the one that is named.
	for (const name of ['api', 'meta', 'storage', 'control'] as const) {
		const host = await listen(answering(name, service), ports[name]);
		hosts.push(host);
		addresses[name] = host.url;
	}
	return {
		apiUrl: addresses.api,
		metaUrl: addresses.meta,
		storageUrl: addresses.storage,
		controlUrl: addresses.control,
		apiKey,
		clock,
		plan: (plan, scope) => service.plans.add(plan, scope),
		setUpStorage: (setup) => service.storageSettings.change(setup),
		setUpModels: (setup) => service.modelSettings.change(setup),
		setLimits: (limits) => service.limits.change(limits),
		addFault: (fault) => service.faults.add(fault),
		clearFaults: () => service.faults.clear(),
		requests: () => service.requests.all(),
		tasks: () => service.tasks.records(),
		modelTasks: () => service.modelTasks.records(),
		deliveries: () => service.callbacks.deliveries(),
		forgeCallback: (forgery) => service.callbacks.forge(forgery),
		credentials: () => service.credentials.all(),
		reset: service.reset,
		close,
	};

	async function close(): Promise<void> {
		service.callbacks.end();
		await Promise.all(hosts.map((host) => host.close()));
		service.objects.end();
	}
}
