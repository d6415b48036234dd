import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { APP, inputsOf, SEED, WISH } from './execution.mts';
import type { Day } from './day.mts';
import type { Witness } from './live.mts';
import type { Seen } from './seen.mts';
import type { TaskCourse } from './taskCourse.mts';

type Item = Pick<INodeExecutionData, 'json' | 'pairedItem'>;

/** Items without required fields, or with a task that isn't theirs. */
export function wrongItems(seen: Seen, { day, tasks }: Witness): readonly string[] {
	const ids = seen.items.flatMap(({ json }) => (isReused(json, day) ? [] : (idOf(json) ?? [])));
	const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
	const { seeds, variations } = day.spending;
	const misplaced = seen.items.filter((item) => {
		const task = tasks.find(({ requestId }) => requestId === idOf(item.json));
		const seed = seeds[indexOf(item)] ?? null;
		const hasSeed = variations > 1 || seed === null || task?.inputValues[SEED] === seed;
		const isOwn = task?.inputValues[WISH] === day.wishes[indexOf(item)] && hasSeed;
		return idOf(item.json) !== undefined && !isOwn;
	});
	return [
		...twice.map((id) => `${id} is in two items`),
		...misplaced.map(({ json }) => `${idOf(json)} doesn't belong to its item`),
	];
}

/**
 * Items without exactly one outcome for each variation. What is wrong with the item itself, or with
 * the app, is one outcome for all.
 */
export function missingOutcomes({ status, items, error }: Seen, { day }: Witness): string[] {
	if (status === 'canceled' || error !== undefined) return [];
	const { variations } = day.spending;
	return day.wishes.flatMap((_, item) => {
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

/** A loop's next turn creates other tasks, unless Idempotency Key identifies the same items. */
export function returnedAgain({ day, executions, turns }: Witness): readonly string[] {
	const firstTurn = new Map<string, number>();
	return executions.flatMap(({ items, turn }) =>
		items.flatMap(({ json }) => {
			const id = idOf(json);
			if (id === undefined || isReused(json, day)) return [];
			const first = firstTurn.get(id) ?? turn;
			firstTurn.set(id, first);
			const isSame = first === turn || (day.idempotent && !turns[turn]?.isNewExecution);
			return isSame ? [] : [`${id} of turn ${first} is in an item of turn ${turn}`];
		}),
	);
}

/** Reused results of other work, of another account, or that are about to expire. */
export function wronglyReused(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	const { day } = witness;
	return witness.executions.flatMap((seen) =>
		seen.items
			.filter(({ json }) => json.reused === true)
			.flatMap((item) => {
				const course = courses.find(({ task }) => task.requestId === idOf(item.json));
				const problems = course
					? misfits(course, seen, day, inputsOf(day, indexOf(item)))
					: ['is unknown'];
				const isAllowed = day.spending.reuseResults && day.spending.variations === 1;
				const isFree = item.json.billed_seconds === 0;
				const wrong = [...problems, ...(isAllowed ? [] : ['is on']), ...(isFree ? [] : ['costs'])];
				return wrong.map((problem) => `the reused ${idOf(item.json)} ${problem}`);
			}),
	);
}

const MARGIN_MS = 10 * 60_000;

function misfits(
	{ task, create, outputs, endedAt, expiresAt }: TaskCourse,
	{ startedAt, credential }: Seen,
	{ clockJump }: Day,
	inputs: Readonly<Record<string, unknown>>,
): readonly string[] {
	const isOwn = create?.headers.host === new URL(String(credential['baseUrl'])).host;
	const names = Object.keys({ ...inputs, ...task.inputValues });
	const isEqual = names.every((name) => task.inputValues[name] === inputs[name]);
	return [
		...(task.appId === APP && isEqual ? [] : ['has other inputs']),
		...(isOwn ? [] : ['is of another account']),
		...(task.status === 'Success' && ['good', 'late'].includes(outputs) ? [] : ['has no result']),
		// A clock that was set back can't tell.
		...(clockJump || expiresAt > Math.max(startedAt, endedAt) + MARGIN_MS ? [] : ['expires soon']),
	];
}

/** Also if its files couldn't be downloaded: then the item is a failed one. */
function isReused(json: IDataObject, { spending: { reuseResults } }: Day): boolean {
	return json['reused'] === true || (reuseResults && detailsOf(json)['kind'] === 'download');
}

function indexOf({ pairedItem }: Item): number {
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
