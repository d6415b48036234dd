import type { CallbacksBy } from '../../scripts/n8n/queue/haproxyConfig.mts';

/** What is different between the runs. */
export type CallbacksSetup = {
	readonly callbacksBy: CallbacksBy;
	/** One after the other, in each execution. */
	readonly pauses: number;
	/** Whether some of the service's status responses are late. */
	readonly isSlow: boolean;
	/** Whether a webhook process is halted again and again, as if it were busy. */
	readonly isHalted: boolean;
	/** How often the service sends each callback, at once. */
	readonly copies: number;
};

const USUAL = { pauses: 2, isSlow: false, isHalted: false, copies: 2 } as const;

/** A balancer that picks any webhook process. */
export const RANDOM: readonly CallbacksSetup[] = [
	{ ...USUAL, callbacksBy: 'random', pauses: 1, isSlow: true },
	{ ...USUAL, callbacksBy: 'random', copies: 1 },
	{ ...USUAL, callbacksBy: 'random' },
	{ ...USUAL, callbacksBy: 'random', isSlow: true },
];
/** One that goes by path. */
export const BY_PATH: readonly CallbacksSetup[] = [
	{ ...USUAL, callbacksBy: 'path' },
	{ ...USUAL, callbacksBy: 'path', isSlow: true },
	{ ...USUAL, callbacksBy: 'path', isHalted: true },
];
