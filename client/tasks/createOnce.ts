import { settle } from '../settle';
import type { Created } from '../api/creates';
import { AiAppError } from '../errors/AiAppError';
import { phaseOf } from '../api/lifecycle';
import type { RateLimiter } from '../resilience/rateLimiter';
import type { Clock, Ledger, LedgerEntry, Progress, Seeds } from '../ports';
import { retry } from '../resilience/retry';
import { isDefinitelyNotCreated, shouldRetryCreate } from './createRetry';
import { stoppedInEarlierTry } from './stoppedTask';
import type { TaskStatus } from '../api/taskStatus';
import { say } from '../parsing/say';
import { unsure } from '../api/unsure';

export type CreateOncePorts = {
	/** Shared by all items of the execution. */
	readonly pace: RateLimiter;
	readonly clock: Clock;
	readonly ledger: Ledger;
	readonly progress: Progress;
};

export type PreparedCreate = {
	/** The create itself, one request. */
	readonly send: () => Promise<Created>;
	/** Drawn for it; empty when none were. */
	readonly seeds: Seeds;
};

export type CreateOnceOptions = {
	/** Names this piece of work across the tries of one execution. */
	readonly key: string;
	/** The app that is run, for messages; undefined for models. */
	readonly appId: number | undefined;
	/** Gets ready what is sent (uploads files). Not called when there is nothing to create. */
	readonly prepare: () => Promise<PreparedCreate>;
	/** The state of the task of an earlier try. */
	readonly status: (requestId: string) => Promise<TaskStatus>;
	/** How long a service that is full is asked again. */
	readonly patienceMs: number;
	/** The user accepts that a task of unknown fate is paid for twice. */
	readonly createWhenUnsure: boolean;
	readonly signal: AbortSignal | undefined;
};

export type CreatedOnce = Created & {
	/** Drawn now, or when the task was created in an earlier try. */
	readonly seeds: Seeds;
	readonly attached: boolean;
};

/**
 * Creates a task for this piece of work, or attaches to the one that an earlier try of the same
 * execution has paid for. At most one task is created: a create is sent again only when it was
 * clearly refused or never sent.
 * @throws AiAppError kind `unsure` when a task may exist whose id is not known
 */
export async function createOnce(
	ports: CreateOncePorts,
	options: CreateOnceOptions,
): Promise<CreatedOnce> {
	const { ledger } = ports;
	const entry = ledger.read(options.key);
	if (entry?.state === 'sent' && !options.createWhenUnsure)
		throw offeringAnother(unsureOfEarlierTry(), options);
	if (entry?.state === 'stopped') throw stoppedInEarlierTry(entry.requestId, options.appId);
	if (entry && isUsable(entry, ledger.run) && (await isWorthAttaching(ports, entry, options)))
		return { requestId: entry.requestId, seeds: entry.seeds ?? {}, attached: true };

	const { send, seeds } = await options.prepare();
	const created = await create(ports, send, options);
	const { requestId } = created;
	ledger.write(options.key, { state: 'created', requestId, seeds });
	ports.progress.created(requestId, options.appId);
	return { ...created, seeds, attached: false };
}

/** A result that left the node in an earlier run of a loop is not handed out a second time. */
function isUsable(
	entry: LedgerEntry,
	run: number,
): entry is Exclude<LedgerEntry, { state: 'sent' | 'stopped' }> {
	return entry.state === 'created' || (entry.state === 'delivered' && entry.run === run);
}

async function isWorthAttaching(
	{ clock }: CreateOncePorts,
	{ requestId }: { readonly requestId: string },
	{ appId, signal, status }: CreateOnceOptions,
): Promise<boolean> {
	const look = await settle(() => retry(() => status(requestId), clock, signal));
	if (look.ok) return !phaseOf(look.value.status).terminal || look.value.status === 'Success';
	const { error } = look;
	if (!(error instanceof AiAppError)) throw error;
	// Whoever waits for the task bears with one that is not found yet, and stops it when told to.
	if (error.kind === 'task_not_found' || signal?.aborted) return true;
	throw error.about({ requestId, appId });
}

async function create(
	{ clock, ledger, pace, progress }: CreateOncePorts,
	send: () => Promise<Created>,
	options: CreateOnceOptions,
): Promise<Created> {
	const { key, signal } = options;
	const giveUpAt = clock.now() + options.patienceMs;
	let refusal = new AiAppError('busy', 'The service is busy');
	for (let n = 1; ; n++) {
		if (!(await pace.ready(signal, giveUpAt))) throw refusal;
		if (signal?.aborted) throw new AiAppError('stopped', 'The execution was canceled');
		ledger.write(key, { state: 'sent' });
		const result = await settle(send);
		if (result.ok) {
			pace.accepted();
			return result.value;
		}
		const { error } = result;
		if (!(error instanceof AiAppError)) throw error;
		if (!isDefinitelyNotCreated(error))
			throw offeringAnother(noted(unsure(error), progress, options.appId), options);
		ledger.forget(key);
		if (!shouldRetryCreate(error, n)) throw error;
		refusal = error;
		pace.refused(error.details.retryAfterMs);
	}
}

/** A stopped execution shows no message, and one of several items shows the first alone. */
function noted(error: AiAppError, progress: Progress, appId: number | undefined): AiAppError {
	progress.note(appId === undefined ? say`${error}` : say`App ${appId}: ${error}`);
	return error;
}

/** Models have no such option. */
function offeringAnother(error: AiAppError, { appId }: CreateOnceOptions): AiAppError {
	return appId === undefined ? error : error.advising(CREATE_AGAIN);
}

const CREATE_AGAIN = 'The option Create Again When Unsure creates another task all the same.';

function unsureOfEarlierTry(): AiAppError {
	return new AiAppError(
		'unsure',
		'An earlier try sent this task and got no answer, so it is not known whether it was created',
	);
}
