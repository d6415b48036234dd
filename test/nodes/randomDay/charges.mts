import type { RequestRecord } from '../../../emulator/index.mts';
import { DENIAL } from '../moneySentences.mts';
import { kindOf, kindOfCreate, SEED } from './execution.mts';
import { wasRefused } from './faults.mts';
import type { Witness } from './live.mts';
import { indexOf } from './outcomes.mts';
import type { Seen } from './seen.mts';
import type { TaskCourse } from './taskCourse.mts';

/**
 * Texts that deny a charge although a task that they name, or one of their item, may be charged. Equal
 * items can't be told apart by their tasks, so all of them must deny it.
 */
export function deniedCharges(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	const { creates, executions, log } = witness;
	const charged = creates.filter((create) => mayBeCharged(create, courses));
	const removed = log.filter((line) => /^\["Task [\w-]+ was removed/.test(line));
	return [
		...deniedIn(removed, charged),
		...executions.flatMap((seen) => {
			const history = creates.slice(historyOf(seen, witness), seen.to);
			const own = history.filter((create) => charged.includes(create));
			return [...deniedIn(textsOf(seen), own), ...deniedItems(seen, witness, own)];
		}),
	];
}

/** Where what was sent for its items begins: a loop's next turn is new work. */
function historyOf({ turn }: Seen, { turns }: Witness): number {
	return turns[turn]?.from ?? 0;
}

function deniedIn(texts: readonly string[], charged: readonly RequestRecord[]): readonly string[] {
	const denials = texts.filter((text) => text.includes(DENIAL)).map(aboutItself);
	return denials.flatMap((text) => {
		const task = charged.find(({ requestId }) => requestId && text.includes(requestId));
		return task ? [`a charge for ${task.requestId} is denied: ${text}`] : [];
	});
}

const OTHERS = /Request IDs of other tasks: [\w, -]+\./g;

/** The tasks of other items may be charged where the text says so. */
function aboutItself(text: string): string {
	return text.includes("You weren't charged for this item.") ? text.replaceAll(OTHERS, '') : text;
}

function textsOf({ items, error = '' }: Seen): readonly string[] {
	return [error, ...items.map(({ json }) => JSON.stringify(json))];
}

function deniedItems(
	seen: Seen,
	{ day }: Witness,
	history: readonly RequestRecord[],
): readonly string[] {
	const { spending, wishes } = day;
	return wishes.flatMap((_, item) => {
		const equals = [...wishes.keys()].filter((other) => identityOf(other) === identityOf(item));
		const isDenied = equals.every(denies);
		const task = history.find((create) => sentFor(create) === identityOf(item));
		return isDenied && task ? [`a charge for item ${item} is denied, ${task.requestId}`] : [];
	});

	function denies(item: number): boolean {
		if (seen.failedItem === item) return (seen.error ?? '').includes(DENIAL);
		const own = seen.items.filter((each) => indexOf(each) === item);
		return own.length > 0 && own.every(({ json }) => JSON.stringify(json).includes(DENIAL));
	}

	function identityOf(item: number): string | undefined {
		const kind = kindOf(day, item);
		return kind && withSeed(kind, spending.seeds[item] ?? undefined);
	}

	function sentFor(create: RequestRecord): string {
		const { input_values: values } = create.body as { input_values: Record<string, unknown> };
		return withSeed(kindOfCreate(create), values[SEED]);
	}

	function withSeed(kind: string, seed: unknown): string {
		// A call finds what one with another seed has left.
		const isAnySeed = spending.variations > 1 || seen.calledFor !== undefined;
		return isAnySeed ? kind : `${kind} with seed ${String(seed)}`;
	}
}

function mayBeCharged(create: RequestRecord, courses: readonly TaskCourse[]): boolean {
	const course = courses.find((each) => each.create === create);
	return !wasRefused(create) && !(course && isFree(course));
}

/** Only a task that was taken out of the queue is known to be free. */
function isFree({ task }: TaskCourse): boolean {
	return task.status === 'Canceled' && task.stop?.by === 'cancel';
}
