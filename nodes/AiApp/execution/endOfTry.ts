import { AiAppError, type Settled } from '../../../client/index';
import { anyOf } from '../time/signals';

/** Ends a try of the node: after a failure that ends the node, nothing more is created. */
export function createEndOfTry(signal: AbortSignal | undefined) {
	const over = new AbortController();
	/** Aborted when the execution is stopped, and when the try is over. */
	const beforeCreate = anyOf(signal, over.signal);
	return {
		beforeCreate,
		/** From now on, nothing more is created. */
		endTry: () => over.abort(),
		/** Whether the end of the try has kept an item from getting a task: it counts as not started. */
		isCutOff(outcome: Settled<unknown> | undefined): boolean {
			if (outcome?.ok !== false || !(outcome.error instanceof AiAppError)) return false;
			const { details, kind } = outcome.error;
			const isWithoutTask = kind === 'execution_stopped' && details.requestId === undefined;
			return isWithoutTask && over.signal.aborted && !signal?.aborted;
		},
	};
}
