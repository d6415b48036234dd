import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { appOf, inputsOf, SEED } from './execution.mts';
import type { Day } from './day.mts';
import type { Witness } from './live.mts';
import type { Seen } from './seen.mts';
import type { TaskCourse } from './taskCourse.mts';

type Item = Pick<INodeExecutionData, 'json' | 'pairedItem'>;

/** Tasks in two items. */
export function wrongItems(seen: Seen, { day }: Witness): readonly string[] {
	const ids = seen.items.flatMap(({ json }) => (isReused(json, day) ? [] : (idOf(json) ?? [])));
	const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
	return twice.map((id) => `${id} is in two items`);
}

/** Tasks in items of other work or of another account, whether they were created for them or not. */
export function foreignResults(
	{ day, executions }: Witness,
	courses: readonly TaskCourse[],
): readonly string[] {
	return executions.flatMap((seen) =>
		seen.items.flatMap((item) => {
			const id = idOf(item.json);
			if (id === undefined) return [];
			const course = courses.find(({ task }) => task.requestId === id);
			const problems = course ? foreignIn(course, seen, day, indexOf(item)) : ['is unknown'];
			return problems.map((problem) => `${id} ${problem}`);
		}),
	);
}

function foreignIn(
	{ task, create }: TaskCourse,
	{ credential }: Seen,
	day: Day,
	item: number,
): readonly string[] {
	const isOwn = create?.headers.host === new URL(String(credential['baseUrl'])).host;
	const inputs = inputsOf(day, item);
	const names = Object.keys({ ...inputs, ...task.inputValues });
	const isEqual = names.every(
		(name) =>
			task.inputValues[name] === inputs[name] || (day.spending.variations > 1 && name === SEED),
	);
	return [
		...(task.appId === appOf(day, item) ? [] : ['is of another app']),
		...(isEqual ? [] : ['has other inputs']),
		...(isOwn ? [] : ['is of another account']),
	];
}

/**
 * Items without exactly one outcome for each variation. What is wrong with the item itself, or with
 * the app, is one outcome for all.
 */
export function missingOutcomes(seen: Seen, { day }: Witness): string[] {
	const { status, items, error, calledFor } = seen;
	if (status === 'canceled' || error !== undefined) return [];
	const { variations } = day.spending;
	return day.wishes.flatMap((_, item) => {
		if (calledFor !== undefined && item !== calledFor) return [];
		const own = items.filter((each) => indexOf(each) === item);
		const numbers = own.map(({ json }) => variationOf(json));
		const wanted =
			variations > 1 ? Array.from({ length: variations }, (__, n) => n + 1) : [undefined];
		const isWhole = String(numbers.toSorted()) === String(wanted);
		// A limit refuses the remaining variations in one failed item.
		const isLimited =
			numbers.length > 0 && own.some(({ json }) => detailsOf(json)['kind'] === 'budget');
		const isRefused = own.length === 1 && own.every(({ json }) => isError(json) && !idOf(json));
		return isWhole || isRefused || isLimited
			? []
			: [`item ${item} has the outcomes ${String(numbers)}`];
	});
}

/**
 * A loop's next turn creates other tasks, and so does a model's next call after a result, unless
 * Idempotency Key identifies the same items.
 */
export function returnedAgain({ day, executions, turns }: Witness): readonly string[] {
	const isCall = day.caller !== 'workflow';
	const first = new Map<string, number>();
	return executions.flatMap(({ items, turn }, call) =>
		items.flatMap(({ json }) => {
			const id = idOf(json);
			if (id === undefined || isReused(json, day)) return [];
			// What a call leaves without a result is for the next one.
			if (isCall && json['status'] !== 'Success') return [];
			const own = isCall ? call : turn;
			const earlier = first.get(id) ?? own;
			first.set(id, earlier);
			const isSame = earlier === own || (day.idempotent && !turns[turn]?.isNewExecution);
			return isSame ? [] : [`${id} of turn ${earlier} is in an item of turn ${own}`];
		}),
	);
}

/** Reused results without files, that are about to expire, or weren't asked for. */
export function wronglyReused(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	const { day } = witness;
	return witness.executions.flatMap((seen) =>
		seen.items
			.filter(({ json }) => json.reused === true)
			.flatMap((item) => {
				const course = courses.find(({ task }) => task.requestId === idOf(item.json));
				const problems = course ? misfits(course, seen, day) : [];
				const isAllowed = day.spending.reuseResults && day.spending.variations === 1;
				const isFree = item.json.billed_seconds === 0;
				const wrong = [...problems, ...(isAllowed ? [] : ['is on']), ...(isFree ? [] : ['costs'])];
				return wrong.map((problem) => `the reused ${idOf(item.json)} ${problem}`);
			}),
	);
}

const MARGIN_MS = 10 * 60_000;

function misfits(
	{ task, outputs, endedAt, expiresAt }: TaskCourse,
	{ startedAt }: Seen,
	{ clockJump }: Day,
): readonly string[] {
	return [
		...(task.status === 'Success' && ['good', 'late'].includes(outputs) ? [] : ['has no result']),
		// A clock that was set back can't tell.
		...(clockJump || expiresAt > Math.max(startedAt, endedAt) + MARGIN_MS ? [] : ['expires soon']),
	];
}

/** Also if its files couldn't be downloaded: then the item is a failed one. */
function isReused(json: IDataObject, { spending: { reuseResults } }: Day): boolean {
	return json['reused'] === true || (reuseResults && detailsOf(json)['kind'] === 'download');
}

/** Its place in the day. */
export function indexOf({ pairedItem }: Item): number {
	return (pairedItem as { readonly item?: number }).item ?? 0;
}

function detailsOf(json: IDataObject): IDataObject {
	return (json['details'] as IDataObject | undefined) ?? {};
}

function isError(json: IDataObject): boolean {
	return 'error' in json;
}

function variationOf(json: IDataObject): unknown {
	return json['variation'] ?? detailsOf(json)['variation'];
}

function idOf(json: IDataObject): string | undefined {
	return (json['request_id'] ?? detailsOf(json)['request_id']) as string | undefined;
}
