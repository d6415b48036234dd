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
	readonly status?: string | undefined;
	readonly retryAfterMs?: number | undefined;
	readonly timedOut?: boolean | undefined;
	readonly billedSeconds?: number | undefined;
	/** Which of the item's variations it is, from 1. */
	readonly variation?: number | undefined;
	/** What a model does about it, where the advice is about panels that only people see. */
	readonly forAgents?: string | undefined;
	/** Tasks that were sent for the same item before. */
	readonly earlierIds?: readonly string[] | undefined;
	/** Tasks of other items of the execution. */
	readonly otherIds?: readonly string[] | undefined;
	readonly stoppedBy?: 'maxRunTime' | 'maxWaitTime' | undefined;
};

type Options = ErrorDetails & {
	/** Words that fit better than those of its kind. */
	readonly advice?: string | undefined;
	/** What is to be done beside that. */
	readonly moreAdvice?: string | undefined;
};

/**
 * The one family of everything that can go wrong with the service. `kind` says what the user can do
 * next, `advice` says it in words, by what is known of the task. Neither ever holds a credential, a
 * header or a signed address.
 */
export class AiAppError extends Error {
	override readonly name = 'AiAppError';
	readonly details: ErrorDetails;
	readonly ownAdvice: string | undefined;
	private readonly moreAdvice: string | undefined;

	constructor(
		readonly kind: ErrorKind,
		message: string,
		{ advice, moreAdvice, ...details }: Options = {},
	) {
		super(message);
		this.details = details;
		this.ownAdvice = advice;
		this.moreAdvice = moreAdvice;
	}

	get advice(): string {
		const { kind, details, ownAdvice, moreAdvice } = this;
		return adviceFor(kind, phaseIn(details), details.of ?? 'app', ownAdvice, moreAdvice);
	}

	/** The same with more known about it; what was known stays. */
	about(details: ErrorDetails): AiAppError {
		const known = Object.entries(this.details).filter(([, value]) => value !== undefined);
		return this.changed({ ...details, ...Object.fromEntries(known) });
	}

	/** The same with other facts in place of those that were known. */
	with(details: ErrorDetails): AiAppError {
		return this.changed(details);
	}

	/** The same with one more thing to do, for people or for models as well. */
	advising(more: string, isForAgents = false): AiAppError {
		const { forAgents } = this.details;
		const told = isForAgents && forAgents ? { forAgents: `${forAgents} ${more}` } : {};
		const { moreAdvice } = this;
		return this.changed({
			...told,
			moreAdvice: moreAdvice === undefined ? more : `${moreAdvice} ${more}`,
		});
	}

	/** The same with another message, which contains the old one. */
	saying(message: string): AiAppError {
		return this.changed({}, message);
	}

	private changed(options: Options, message = this.message): AiAppError {
		const { details, kind, moreAdvice, ownAdvice: advice } = this;
		return new AiAppError(kind, message, { ...details, advice, moreAdvice, ...options });
	}
}

/** What a user has entered can't be used. */
export function inputError(message: string, advice: string, details?: ErrorDetails): AiAppError {
	return new AiAppError('input', message, { ...details, advice });
}

function phaseIn({ createsNoTask, requestId, status }: ErrorDetails): Phase {
	if (requestId === undefined) return 'beforeCreate';
	if (status === 'Success') return 'taskEnded';
	return createsNoTask ? 'taskGiven' : 'taskKnown';
}
