import {
	createOnce,
	type CreatedOnce,
	type CreateOnceOptions,
	type CreateOncePorts,
} from './createOnce';
import type { TaskOrder } from '../api/creates';
import type { Seeds } from '../ports';
import type { Tasks } from '../api/tasks';

export type AppTaskPorts = CreateOncePorts & {
	readonly tasks: Pick<Tasks, 'create' | 'createAndHold' | 'status'>;
};

export type AppTaskOptions = Omit<CreateOnceOptions, 'prepare' | 'status'> & {
	readonly appId: number;
	/** Makes what is sent, and tells the seeds drawn for it. Not called when there is nothing to create. */
	readonly order: () => Promise<TaskOrder & { readonly seeds?: Seeds }>;
	/** Holds the connection until the task has ended, at most this long; else only the id is awaited. */
	readonly holdMs?: number | undefined;
};

/** Creates the task of an app, or attaches to the one of an earlier try, by the rules of attemptWork. */
export function createOrAttach(
	{ tasks, ...ports }: AppTaskPorts,
	{ order, holdMs, ...options }: AppTaskOptions,
): Promise<CreatedOnce> {
	const { signal } = options;
	const { clock } = ports;

	async function prepare() {
		const { seeds = {}, ...prepared } = await order();
		const send = async () => {
			if (holdMs === undefined) return createUnheld(prepared);
			const sentAt = clock.now();
			const held = await tasks.createAndHold(prepared, holdMs, signal);
			return { requestId: held.requestId, held, heldMs: clock.now() - sentAt };
		};
		return { send, seeds };
	}

	async function createUnheld(prepared: TaskOrder) {
		const created = await tasks.create(prepared);
		if (created.held) ports.progress.headersIgnored(prepared.callbackHeaders !== undefined);
		return created;
	}

	const status = (requestId: string) => tasks.status(requestId, signal);
	return createOnce(ports, { ...options, prepare, status });
}
