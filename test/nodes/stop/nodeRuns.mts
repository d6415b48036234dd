import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';

type Run = Promise<INodeExecutionData[][]>;

/** Runs of the node that n8n does not wait for any more, because their execution was canceled. */
export type NodeRuns = {
	/** Waits until none is in progress. */
	ended(): Promise<void>;
};

/** Watches all runs of the node from now on. */
export function watchNodeRuns(): NodeRuns {
	const running = new Set<Run>();
	const original = AiApp.prototype.execute;
	jest.spyOn(AiApp.prototype, 'execute').mockImplementation(function watched(
		this: IExecuteFunctions,
	): Run {
		const run = original.call(this as never) as Run;
		running.add(run);
		const forget = () => void running.delete(run);
		run.then(forget, forget);
		return run;
	} as typeof original);
	return {
		ended: async () => {
			while (running.size > 0) await Promise.allSettled(running);
		},
	};
}
