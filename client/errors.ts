import { ADVICE, type ErrorKind } from './errorKinds';

export type ErrorDetails = {
	readonly code?: string | undefined;
	readonly httpStatus?: number | undefined;
	readonly requestId?: string | undefined;
	readonly appId?: number | undefined;
	/** The last task status that is known. */
	readonly status?: string | undefined;
	readonly retryAfterMs?: number | undefined;
	/** Nothing came within the time limit. */
	readonly timedOut?: boolean | undefined;
	/** The task was stopped because Max Wait was over. */
	readonly stoppedAtDeadline?: boolean | undefined;
};

/**
 * The one family of everything that can go wrong with the service. `kind` says what the user can do
 * next, `advice` says it in words. Neither ever holds a credential, a header or a signed address.
 */
export class AiAppError extends Error {
	override readonly name = 'AiAppError';
	readonly advice: string;

	constructor(
		readonly kind: ErrorKind,
		message: string,
		readonly details: ErrorDetails = {},
		advice?: string,
	) {
		super(message);
		this.advice = advice ?? ADVICE[kind];
	}

	/** The same with more known about it; what was known stays. */
	about(details: ErrorDetails): AiAppError {
		return new AiAppError(
			this.kind,
			this.message,
			{ ...details, ...known(this.details) },
			this.advice,
		);
	}

	/** The same with one more thing to do. */
	advising(more: string): AiAppError {
		return new AiAppError(this.kind, this.message, this.details, `${this.advice} ${more}`);
	}
}

function known(details: ErrorDetails): ErrorDetails {
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
