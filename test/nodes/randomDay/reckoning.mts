import type { RequestRecord } from '../../../emulator/index.mts';
import { createSecretSearch } from '../../secrets/secretSearch.mts';
import { isFalseStop, wasAnswered, wasRefused } from './faults.mts';
import { kindOf, kindOfCreate } from './execution.mts';
import type { Witness } from './live.mts';
import { deniedCharges } from './charges.mts';
import { foreignResults, missingOutcomes, returnedAgain, wrongItems } from './outcomes.mts';
import { overran } from './overran.mts';
import { overspent } from './spendingChecks.mts';
import { wrongSums } from './sums.mts';
import { coursesOf, isSpent, type TaskCourse } from './taskCourse.mts';

/** What must never happen; all lists are empty on a good day. */
export type Reckoning = {
	/** Creates that no rule allows. */
	readonly doubleCreates: readonly string[];
	/** Creates whose inputs couldn't be checked against those of the app. */
	readonly uncheckedCreates: readonly string[];
	/** Tasks that can't be found in anything that the user can see. */
	readonly lost: readonly string[];
	/** Tasks that a stopped execution left running, without a line in the log that says so. */
	readonly leftRunning: readonly string[];
	/** Items without required fields. */
	readonly wrongItems: readonly string[];
	/** Items that don't have one outcome for each variation. */
	readonly missingOutcomes: readonly string[];
	/** Creates above a limit. */
	readonly overspent: readonly string[];
	/** Tasks that ran longer than they may, or waited longer in the queue. */
	readonly overran: readonly string[];
	/** Items whose billed seconds aren't those of all tasks sent for them. */
	readonly wrongSums: readonly string[];
	/** Texts that say that nothing was charged, where something may be. */
	readonly deniedCharges: readonly string[];
	/** Results of another account, app or other inputs. */
	readonly foreignResults: readonly string[];
	readonly secrets: readonly string[];
};

export function reckon(witness: Witness, apiKey: string): Reckoning {
	const search = createSecretSearch([{ name: 'API key', value: apiKey }]);
	const kinds = new Set(witness.creates.map(kindOfCreate));
	const texts = [...witness.executions.map(({ stored }) => stored), ...witness.log];
	const courses = coursesOf(witness);
	return {
		doubleCreates: [...kinds].flatMap((kind) => doubles(witness, courses, kind)),
		uncheckedCreates: [...unwanted(witness), ...unchecked(witness)],
		lost: lostTasks(witness),
		leftRunning: leftRunning(witness, courses),
		wrongItems: [
			...witness.executions.flatMap((seen) => wrongItems(seen)),
			...returnedAgain(witness),
		],
		missingOutcomes: witness.executions.flatMap((seen) => missingOutcomes(seen, witness)),
		overspent: overspent(witness, courses),
		overran: overran(witness, courses),
		wrongSums: wrongSums(witness, courses),
		deniedCharges: deniedCharges(witness, courses),
		foreignResults: foreignResults(witness, courses),
		secrets: texts.flatMap((text) => search.in(text.slice(0, 80), text)).map(({ place }) => place),
	};
}

function unwanted({ day, creates }: Witness): readonly string[] {
	const wanted = day.wishes.map((_, item) => kindOf(day, item));
	const strange = creates.map(kindOfCreate).filter((kind) => !wanted.includes(kind));
	return strange.map((kind) => `a create with ${kind}, which is no item's number of steps`);
}

/** Each try reads the app before its first create. Calls of agents may overlap. */
function unchecked({ day, creates, requests, triesAt }: Witness): readonly string[] {
	const begins = day.caller === 'workflow' ? triesAt : [0];
	const reads = requests.filter(wasRead);
	const blind = creates.filter((create) => {
		const appId = kindOfCreate(create).split(' ').at(-1);
		const begunAt = Math.max(...begins.filter((at) => at < create.at));
		return !reads.some(
			({ at, path }) => path.includes(`/${appId}/`) && at >= begunAt && at <= create.at,
		);
	});
	return blind.map(({ at }) => `a create at ${at}, before which its try has not read the app`);
}

function wasRead({ operation, status, fault }: RequestRecord): boolean {
	return operation === 'detail' && status === 200 && ['delay', 'cut', undefined].includes(fault);
}

/**
 * One create for each variation of an item and turn, and one more for each task of that turn that is
 * known to have no result.
 */
function doubles(
	witness: Witness,
	courses: readonly TaskCourse[],
	kind: string,
): readonly string[] {
	const { day, creates, turns } = witness;
	const wanted =
		day.wishes.filter((_, item) => kindOf(day, item) === kind).length * day.spending.variations;
	const begins = turns.map(({ from }) => from);
	return begins.flatMap((from, turn) => {
		const ofTurn = creates
			.slice(from, begins[turn + 1])
			.filter((create) => kindOfCreate(create) === kind && !wasRefused(create));
		return ofTurn.flatMap((create, index) => {
			const earlier = ofTurn.slice(0, index);
			const spent = courses.filter(
				(course) => course.create && earlier.includes(course.create) && isSpent(course, create.at),
			).length;
			const allowed = wanted + spent;
			return index < allowed ? [] : [`create ${index + 1} with ${kind}, ${allowed} are allowed`];
		});
	});
}

/** Stopping takes so long at most, and a request that is delayed. */
const STOPPING_MS = 40_000;
const DELAYED_MS = 120_000;
/** A look that shows that a task goes on, and another stop. */
const SECOND_STOP_MS = 50_000;
const MAY_RUN = /may still be running/;

function leftRunning(
	{ day, executions, creates, log }: Witness,
	courses: readonly TaskCourse[],
): readonly string[] {
	const named = log.filter((line) => MAY_RUN.test(line));
	return executions
		.filter(({ status }) => status === 'canceled')
		.flatMap(({ from, to, startedAt }) => {
			const stoppedBy = startedAt + (day.stopAfterMs ?? 0) + STOPPING_MS;
			const isDelayed = creates.slice(from, to).some(({ fault }) => fault);
			const own = courses.filter(
				({ create }) => create && creates.slice(from, to).includes(create),
			);
			return own.filter(
				({ task, create, endedAt, requests }) =>
					endedAt - stoppedBy > slackMs(requests, isDelayed) &&
					create &&
					wasAnswered(create) &&
					!isNamed(task.requestId),
			);
		})
		.map(({ task }) => `${task.requestId} was left running`);

	function slackMs(requests: readonly RequestRecord[], isDelayed: boolean): number {
		const faulty = requests.filter(({ fault }) => fault);
		if (isDelayed || !faulty.every(isFalseStop)) return DELAYED_MS;
		return faulty.length > 0 ? SECOND_STOP_MS : 0;
	}

	function isNamed(requestId: string): boolean {
		return named.some((line) => line.includes(requestId));
	}
}

const UNCONFIRMED = /didn't confirm whether|may already exist|but returned no request ID/;

function lostTasks({ tasks, creates, executions, log }: Witness): readonly string[] {
	const shown = [
		...executions.flatMap(({ items, error }) => [JSON.stringify(items), error ?? '']),
		...log,
	];
	const unknown = tasks.filter(({ requestId }) => !shown.some((text) => text.includes(requestId)));
	let doubts = log.filter((line) => UNCONFIRMED.test(line)).length;
	return unknown.flatMap(({ requestId }) => {
		const create = creates.find((each) => each.requestId === requestId);
		if (create && wasAnswered(create))
			return [`${requestId} was returned to the node, but the user can't see it`];
		return doubts-- > 0 ? [] : [`the user can't see that ${requestId} may exist`];
	});
}
