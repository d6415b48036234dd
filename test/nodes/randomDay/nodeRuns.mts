import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';

type Run = Promise<INodeExecutionData[][]>;

/** Runs of the node that n8n does not wait for any more, because their execution was canceled. */
export type NodeRuns = {
	/** When each try of the day began. */
	readonly begunAt: number[];
	/** Waits until none is in progress. */
	ended(): Promise<void>;
};

/** Watches all runs of the node from now on. */
export function watchNodeRuns(now: () => number): NodeRuns {
	const begunAt: number[] = [];
	const running = new Set<Run>();
	const original = AiApp.prototype.execute;
	jest.spyOn(AiApp.prototype, 'execute').mockImplementation(function watched(
		this: IExecuteFunctions,
	): Run {
		begunAt.push(now());
		const run = original.call(this as never) as Run;
		running.add(run);
		const forget = () => void running.delete(run);
		run.then(forget, forget);
		return run;
	} as typeof original);
	return {
		begunAt,
		ended: async () => {
			while (running.size > 0) await Promise.allSettled(running);
		},
	};
}
