import type { Charge } from '../ports';

type Kind = {
	/** The request may succeed if it's sent again in a moment, so reads, cancels and interrupts are. */
	readonly isTransient?: true;
	/** The whole work may succeed in a later execution, unchanged, so its items are retryable. */
	readonly mayPass?: true;
	/** The request may or may not have been executed. */
	readonly isAmbiguous?: true;
	/** The task is used up: another attempt deserves a task of its own. */
	readonly spendsTask?: true;
	/** The task had a result, which is gone. A retry doesn't pay for a new task. */
	readonly losesResult?: true;
	/** It's about a task or its result, so `cost` applies even if a task exists. */
	readonly isOfTask?: true;
	/** It's about a file of a result that is fetched, and not about the service or the network. */
	readonly isOfDownload?: true;
	/** It's about a value that was given, such as an ID: another one may work. */
	readonly isOfValue?: true;
	/** It's about the app that was chosen: another one may work. */
	readonly isOfApp?: true;
	/** It's about the key or its account, so the next call is refused as well. */
	readonly isOfAccount?: true;
	/** Its message says what is wrong by itself, whatever was being done. */
	readonly isClear?: true;
	/**
	 * How an item counts if this kept it from getting a task: `refused` by a limit of the user, or
	 * `invalid` values.
	 */
	readonly countsAs?: 'invalid' | 'refused';
	/** What it has cost where nothing more is known; left out where no money is involved. */
	readonly cost?: Charge;
	/** How the message of a refusal begins. */
	readonly title?: string;
};

const KINDS = {
	credential: {
		isOfAccount: true,
		isClear: true,
		cost: 'free',
		title: "The service didn't accept the API key",
	},
	forbidden: { isOfAccount: true, isClear: true, cost: 'free' },
	balance: {
		isOfAccount: true,
		isClear: true,
		cost: 'free',
		title: "The account balance isn't sufficient",
	},
	quota: { isOfAccount: true, isClear: true, cost: 'free' },
	busy: { isTransient: true, mayPass: true, cost: 'free', title: 'The service is busy' },
	moderation: { isOfValue: true, cost: 'free', title: "The service didn't accept the content" },
	app_not_found: {
		isOfApp: true,
		isClear: true,
		cost: 'free',
		title: 'The app was not found or is not accessible',
	},
	app_unusable: { isOfApp: true, cost: 'free', title: "The service can't run this app" },
	input: {
		isOfValue: true,
		isOfApp: true,
		countsAs: 'invalid',
		cost: 'free',
		title: "The service didn't accept the inputs",
	},
	unreachable: { isTransient: true, mayPass: true },
	no_response: { isTransient: true, mayPass: true, isAmbiguous: true },
	service_error: {
		isTransient: true,
		mayPass: true,
		isAmbiguous: true,
		title: "The service couldn't process the request",
	},
	unexpected_response: { isTransient: true, title: "Unexpected response from the service's URL" },
	task_not_found: { isOfValue: true, isOfTask: true, title: 'The task was not found' },
	conflict: { isOfTask: true, title: "The task's status doesn't allow this" },
	unconfirmed: { isAmbiguous: true, isOfTask: true, cost: 'unknown' },
	failed: { spendsTask: true, isOfTask: true, cost: 'unknown' },
	budget: { isOfTask: true, countsAs: 'refused', cost: 'unknown' },
	canceled: { spendsTask: true, isOfTask: true, cost: 'unknown' },
	timeout: { mayPass: true, isOfTask: true, cost: 'unknown' },
	queue_timeout: { mayPass: true, spendsTask: true, isOfTask: true, cost: 'free' },
	execution_stopped: { isAmbiguous: true, isOfTask: true, isClear: true },
	content_rejected: { spendsTask: true, isOfTask: true, cost: 'unknown' },
	output_failed: { spendsTask: true, isOfTask: true, cost: 'unknown' },
	empty_output: { mayPass: true, isOfTask: true, cost: 'unknown' },
	upload: { isOfTask: true, cost: 'free' },
	download: { isOfTask: true, isOfDownload: true, cost: 'unknown' },
	expired: { losesResult: true, isOfTask: true, isOfDownload: true, cost: 'unknown' },
	too_large: { isOfTask: true, isOfDownload: true, cost: 'unknown' },
	/** What n8n reports, such as of an expression, or a mistake of this node. */
	node: { countsAs: 'invalid' },
} as const satisfies Record<string, Kind>;

/** One kind per thing that a user can do next. */
export type ErrorKind = keyof typeof KINDS;

export const ERROR_KINDS = Object.keys(KINDS) as ErrorKind[];

/** What an error of the kind means for the next request, and for the costs. */
export function kindOf(kind: ErrorKind): Kind {
	return KINDS[kind];
}
