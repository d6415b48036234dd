import type { IExecuteFunctions } from 'n8n-workflow';
import { readFlag, readNumber } from '../io/readParameter';
import { openPauseAddress, type PauseAddress } from './callbackUrl';
import { maxWaitPaused } from './pause.description';

/** How an execution is paused: the same for all of its items. */
export type Pause = PauseAddress & {
	/** By the clock's `now`, before the first task was created. */
	readonly openedAt: number;
	readonly limitMs: number;
	readonly simplify: boolean;
};

const MINUTE_MS = 60_000;

/**
 * Opens the pause of an execution for its first item, and returns the same one to all others.
 * The function throws AiAppError kind `input` if the webhook URL of this n8n instance looks private.
 */
export function createPause(
	ctx: IExecuteFunctions,
	ownHosts: readonly string[],
	now: () => number,
): () => Pause {
	let pause: Pause | undefined;
	return () => (pause ??= openPause(ctx, ownHosts, now()));
}

function openPause(ctx: IExecuteFunctions, ownHosts: readonly string[], openedAt: number): Pause {
	const limitMs = readNumber(ctx, 0, maxWaitPaused, maxWaitPaused.default, 'limits') * MINUTE_MS;
	return {
		...openPauseAddress(ctx, ownHosts, readFlag(ctx, 0, 'allowPrivateCallbackUrl')),
		openedAt,
		limitMs,
		simplify: ctx.getNodeParameter('simplify', 0, true) === true,
	};
}
