import { adviceFor, type Phase, type TaskOf } from './advice';
import type { ErrorKind } from './kinds';

export type ErrorDetails = {
	readonly code?: string | undefined;
	readonly httpStatus?: number | undefined;
	readonly requestId?: string | undefined;
	readonly appId?: number | undefined;
	/** Whose task it is; an app's where nothing is said. */
	readonly of?: TaskOf | undefined;
	/** The operation creates no task, so running it again costs nothing. */
	readonly createsNoTask?: true | undefined;
	/** The last task status that is known. */
	readonly status?: string | undefined;
	readonly retryAfterMs?: number | undefined;
	/** Nothing came within the time limit. */
	readonly timedOut?: boolean | undefined;
	/** What the task was billed. */
	readonly billedSeconds?: number | undefined;
	/** Which of the item's variations it is, from 1. */
	readonly variation?: number | undefined;
	/** What a model does about it, where the advice is about panels that only people see. */
	readonly forAgents?: string | undefined;
	/** Tasks that were sent for the same item before. */
	readonly earlierIds?: readonly string[] | undefined;
	/** Tasks of other items of the execution. */
	readonly otherIds?: readonly string[] | undefined;
	/** The limit at which this node stopped the task. */
	readonly stoppedBy?: 'maxRunTime' | 'maxWaitTime' | undefined;
};

/**
 * The one family of everything that can go wrong with the service. `kind` says what the user can do
 * next, `advice` says it in words, by what is known of the task. Neither ever holds a credential, a
 * header or a signed address.
 */
export class AiAppError extends Error {
	override readonly name = 'AiAppError';

	/**
	 * @param ownAdvice words that fit better than those of its kind
	 * @param moreAdvice what is to be done beside that
	 */
	constructor(
		readonly kind: ErrorKind,
		message: string,
		readonly details: ErrorDetails = {},
		readonly ownAdvice?: string,
		private readonly moreAdvice?: string,
	) {
		super(message);
	}

	get advice(): string {
		const { kind, details, ownAdvice, moreAdvice } = this;
		return adviceFor(kind, phaseIn(details), details.of ?? 'app', ownAdvice, moreAdvice);
	}

	/** The same with more known about it; what was known stays. */
	about(details: ErrorDetails): AiAppError {
		const all = { ...details, ...known(this.details) };
		return new AiAppError(this.kind, this.message, all, this.ownAdvice, this.moreAdvice);
	}

	/** The same with one more thing to do. */
	advising(more: string): AiAppError {
		const all = this.moreAdvice === undefined ? more : `${this.moreAdvice} ${more}`;
		return new AiAppError(this.kind, this.message, this.details, this.ownAdvice, all);
	}
}

function phaseIn({ createsNoTask, requestId, status }: ErrorDetails): Phase {
	if (requestId === undefined) return 'beforeCreate';
	if (status === 'Success') return 'taskEnded';
	return createsNoTask ? 'taskGiven' : 'taskKnown';
}

function known(details: ErrorDetails): ErrorDetails {
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
