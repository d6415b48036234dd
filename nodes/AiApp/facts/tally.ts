import {
	costOf,
	kindOf,
	roundedSeconds,
	type AiAppError,
	type SentTask,
	type Settled,
	type Stopped,
	type TaskRef,
	type TaskResult,
} from '../../../client/index';

/** The parts of an item's result that the sums use. */
type Counted = {
	readonly result?: TaskResult;
	readonly leftTask?: { readonly task: TaskRef };
	readonly stop?: StopOfTask;
	readonly billedSeconds?: number | undefined;
};

/** What became of a task that was to be stopped. */
export type StopOfTask = Pick<Stopped, 'how'> & { readonly requestId: string };

/** The outcome of an item; undefined if it wasn't started. */
export type Outcome<Result extends Counted = Counted> = Settled<Result> | undefined;

/** The sums of an execution: its hint and its thrown error use these. */
export type Tally = ReturnType<typeof tally>;

/**
 * Sums up what became of the works of a try.
 * @param outcomes in the order of the works
 * @param all how many works there are, those that weren't started included
 * @param sent all tasks that this try and earlier ones sent for these works
 */
export function tally(
	outcomes: readonly Outcome[],
	all = outcomes.length,
	sent: readonly SentTask[] = [],
) {
	const failures = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.error] : []));
	const fates = failures.map(fateOf);
	const countOf = (fate: Fate) => fates.filter((each) => each === fate).length;
	const succeeded = outcomes.filter((outcome) => outcome?.ok).length;
	const index = outcomes.findIndex((outcome) => outcome?.ok === false);
	const [error] = failures;
	const others = outcomes.filter((outcome) => outcome?.ok !== false || outcome.error !== error);
	const own = idsOf(outcomes[index]);
	const sentForOthers = sent.filter(({ requestId = '' }) => !own.includes(requestId));
	const sentIds = sentForOthers.flatMap(({ requestId = [] }) => requestId);
	const otherIds = [...others.flatMap(idsOf), ...sentIds];
	return {
		/** Items, or parts of items such as variations, those that weren't started included. */
		all,
		succeeded,
		/** The first failure, which ends the node unless failed items are passed on. */
		first: error && { index, error },
		/** Failed items that have or had a task. */
		failed: countOf('failed'),
		/** Items with invalid values. */
		rejected: countOf('rejected'),
		/** Items whose last task may exist. */
		unconfirmed: countOf('unconfirmed'),
		/** Items that weren't started, or got no task, such as at a limit. */
		notRun: all - succeeded - failures.length + countOf('notRun'),
		/** What items with a result were billed, to a tenth, including earlier tasks of the same work. */
		billedSeconds: billedIn(outcomes),
		/** What was billed for items without a result. */
		failedSeconds: sumOf(failures.map(({ details: { billedSeconds = 0 } }) => billedSeconds)),
		/** The tasks of all items but the first failure. */
		otherIds: [...new Set(otherIds)].filter((id) => !own.includes(id)),
		/** Whether something beside the first failure may have been charged. */
		othersCharged: sentForOthers.some(({ cost }) => cost !== 'free') || others.some(mayBeCharged),
	};
}

type Fate = 'failed' | 'notRun' | 'rejected' | 'unconfirmed';

/** What an item without a result counts as, in this try and all earlier ones. */
function fateOf(error: AiAppError): Fate {
	const { createsNoTask, earlierTask, requestId } = error.details;
	if (error.kind === 'unconfirmed') return 'unconfirmed';
	if (requestId) return 'failed';
	const { countsAs } = kindOf(error.kind);
	if (countsAs === 'invalid') return 'rejected';
	if (earlierTask) return 'failed';
	const isFree = !createsNoTask && (costOf(error) ?? 'free') === 'free';
	return countsAs === 'refused' || isFree ? 'notRun' : 'failed';
}

/** What the tasks with a result were billed. Equal items may have been given the same result. */
function billedIn(outcomes: readonly Outcome[]): number {
	const billed = new Map<string, number>();
	for (const outcome of outcomes) {
		const { billedSeconds, result } = outcome?.ok ? outcome.value : {};
		if (result) billed.set(result.requestId, billedSeconds ?? result.task.billedSeconds ?? 0);
	}
	return sumOf([...billed.values()]);
}

function sumOf(seconds: readonly number[]): number {
	return roundedSeconds(seconds.reduce((sum, each) => sum + each, 0));
}

function mayBeCharged(outcome: Outcome): boolean {
	if (!outcome) return false;
	const cost = outcome.ok ? 'unknown' : costOf(outcome.error);
	return cost !== undefined && cost !== 'free';
}

function idsOf(outcome: Outcome): readonly string[] {
	if (!outcome) return [];
	if (outcome.ok) {
		const { leftTask, result, stop } = outcome.value;
		return [(result ?? leftTask?.task ?? stop)?.requestId ?? []].flat();
	}
	const { earlierIds = [], requestId = [] } = outcome.error.details;
	return [requestId, earlierIds].flat();
}

/** The tasks that may run on although they were to be stopped. */
export function stillRunning(outcomes: readonly Outcome[]): readonly string[] {
	return outcomes.flatMap((outcome) => {
		const isLeft = !outcome?.ok || outcome.value.stop?.how === 'still_running';
		return isLeft ? idsOf(outcome) : [];
	});
}
