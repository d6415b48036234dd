import { watchAlone } from '../../../client/tasks/course';
import { stopTask, type Stopped } from '../../../client/tasks/stop';
import type { TaskPlan } from '../../../emulator/index.mts';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';

export type Stopping = {
	/** Creates a task of the given plan and stops it at that age. */
	stopAt(
		age: number,
		plan: Partial<TaskPlan>,
		interrupts?: boolean,
	): Promise<Stopped & { readonly tookMs: number }>;
	/** The call that stopped the first task at the service. */
	stop(): 'cancel' | 'interrupt' | undefined;
};

export function createStopping(service: Service): Stopping {
	return {
		async stopAt(age, plan, interruptRunning = true) {
			service.emulator.plan({ notFoundMs: 0, queuingMs: 0, preparingMs: 0, runningMs: 0, ...plan });
			const { requestId } = await createWork(service).attempt();
			await service.time.sleep(age);
			const startedAt = service.time.now();
			const { clock, client } = service;
			const ports = { tasks: client.tasks, clock };
			const options = { interruptRunning, watch: watchAlone(clock) };
			const stopped = await stopTask(ports, requestId, options);
			return { ...stopped, tookMs: service.time.now() - startedAt };
		},

		stop: () => service.emulator.tasks()[0]?.stop?.by,
	};
}
