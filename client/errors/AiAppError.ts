import type { Charge, StopLimit } from '../ports';
import type { ErrorKind } from './kinds';

/**
 * Details keep only the beginning of a value that was given: it may be a whole file in place of a
 * number.
 */
const MAX_GIVEN = 2_000;

/** Whose task it is: models have operations and options of their own. */
export type TaskOf = 'app' | 'model';

/** Facts besides the kind: enough to decide what to advise, but no wording. */
export type ErrorDetails = {
	readonly code?: string | undefined;
	readonly httpStatus?: number | undefined;
	readonly requestId?: string | undefined;
	readonly appId?: number | undefined;
	/** Whose task it is. If left out, it's an app's. */
	readonly of?: TaskOf | undefined;
	/** The operation creates no task, so running it again costs nothing. */
	readonly createsNoTask?: true | undefined;
	readonly status?: string | undefined;
	readonly retryAfterMs?: number | undefined;
	/** The answer took too long for the client, or for a gateway on the way. */
	readonly timedOut?: boolean | undefined;
	/**
	 * The response has more levels, values, inputs or choices than are read. Another attempt would
	 * get the same.
	 */
	readonly outOfBounds?: true | undefined;
	readonly billedSeconds?: number | undefined;
	/** Which of the item's variations it is, from 1. */
	readonly variation?: number | undefined;
	/** The name of its cause, if the causes of its kind need different advice. */
	readonly reason?: string | undefined;
	/** What all tasks of the same piece of work cost. Left out if the other details say it. */
	readonly cost?: Charge | undefined;
	/** Tasks that were sent for the same item before, and why the latest has no result. */
	readonly earlierIds?: readonly string[] | undefined;
	readonly earlierReason?: string | undefined;
	/**
	 * The latest of them that was sent for the same values, or else one that the service didn't
	 * confirm. That one has no ID, and may not exist.
	 */
	readonly earlierTask?: { readonly requestId?: string | undefined } | undefined;
	readonly stoppedBy?: StopLimit | undefined;
	/** Tasks of a stopped execution that may still be running. */
	readonly runningIds?: readonly string[] | undefined;
	/** Why the last status check failed. */
	readonly lastError?: AiAppError | undefined;
	/** What else is invalid in the same item. */
	readonly others?: readonly AiAppError[] | undefined;
	/**
	 * The input in question, the value it was given (only a text), and what it or the app accepts.
	 */
	readonly inputId?: string | undefined;
	readonly given?: string | undefined;
	readonly accepted?: readonly Accepted[] | undefined;
	/** What takes one value out of a list or an object that was given, such as `[0].url`. */
	readonly part?: string | undefined;
	/**
	 * The value was typed into a parameter of the node, so it's the same for other items and calls.
	 */
	readonly isSetting?: true | undefined;
	/** A name that stands in the advice, such as a prefix, or a kind of file. */
	readonly name?: string | undefined;
};

/** An accepted input or value, with the label that people know it by. */
export type Accepted = { readonly key: string; readonly label: string };

/**
 * The one family of errors for everything that can go wrong with the service: a kind, a neutral
 * sentence about what happened, and facts. `nodes/AiApp/words/` adds the advice. None of it ever
 * contains a credential, a header or a signed URL, except that the kind `node` has the message of its
 * cause.
 */
export class AiAppError extends Error {
	override readonly name: string = 'AiAppError';
	readonly details: ErrorDetails;

	constructor(
		readonly kind: ErrorKind,
		message: string,
		details: ErrorDetails = {},
		options?: ErrorOptions,
	) {
		super(message, options);
		const given = details.given?.slice(0, MAX_GIVEN);
		this.details = given === undefined ? details : { ...details, given };
	}

	/** A copy with more details; those that were known already stay. */
	about(details: ErrorDetails): AiAppError {
		const known = Object.entries(this.details).filter(([, value]) => value !== undefined);
		return this.with({ ...details, ...Object.fromEntries(known) });
	}

	/** A copy in which these details replace those that were known. */
	with(details: ErrorDetails): AiAppError {
		return this.changed(this.message, details);
	}

	/** A copy with another message, which contains the old one. */
	saying(message: string): AiAppError {
		return this.changed(message);
	}

	protected copy(message: string, details: ErrorDetails): AiAppError {
		return new AiAppError(this.kind, message, details, { cause: this.cause });
	}

	/** Several items may share an error, so a copy is changed. It keeps the original stack. */
	private changed(message: string, details: ErrorDetails = {}): AiAppError {
		const copy = this.copy(message, { ...this.details, ...details });
		return Object.assign(copy, { stack: this.stack });
	}
}

/**
 * An error of the family. Any other error, such as n8n's about an expression, becomes the cause of one of
 * the kind `node`, so that nothing else has to tell them apart.
 */
export function asAiAppError(error: unknown): AiAppError {
	if (error instanceof AiAppError) return error;
	const cause = error instanceof Error ? error : new Error(String(error), { cause: error });
	return new AiAppError('node', cause.message, {}, { cause });
}

/**
 * The error of work whose result nobody wants any more: the user, n8n's time limit or another
 * item's failure has ended it.
 */
export function executionCanceled(details?: ErrorDetails): AiAppError {
	return new AiAppError('execution_stopped', 'The execution was canceled', details);
}

/** The error for a value of the user that can't be used. */
export function inputError(message: string, details?: ErrorDetails): AiAppError {
	return new AiAppError('input', message, details);
}
