import type { RequestRecord } from '../../../emulator/index.mts';
import { kindOf, kindOfCreate, SEED } from './execution.mts';
import { wasRefused } from './faults.mts';
import type { Witness } from './live.mts';
import { indexOf } from './outcomes.mts';
import type { Seen } from './seen.mts';
import type { TaskCourse } from './taskCourse.mts';

/** What a text says of an item, or of all that it is about. */
export const DENIAL = /You weren't charged|This item wasn't charged/;

/**
 * Texts that deny a charge although a task that they name, or one of their item, may be charged. Equal
 * items can't be told apart by their tasks, so all of them must deny it.
 */
export function deniedCharges(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	const { executions, log } = witness;
	const charged = courses.filter((course) => !isFree(course)).map(({ task }) => task.requestId);
	const texts = [...executions.flatMap(textsOf), ...log.filter((line) => REMOVED.test(line))];
	const denials = texts.filter((text) => DENIAL.test(text)).map(aboutItself);
	return [
		...denials.flatMap((text) => {
			const id = charged.find((each) => text.includes(each));
			return id ? [`a charge for ${id} is denied: ${text}`] : [];
		}),
		...executions.flatMap((seen) => deniedItems(seen, witness, courses)),
	];
}

const REMOVED = /was removed from the queue/;
const OTHERS = /(?:Task: Get Outputs|Request IDs of other tasks): [\w, -]+\./g;

/** The tasks of other items may be charged where the text says so. */
function aboutItself(text: string): string {
	return text.includes("This item wasn't charged") ? text.replaceAll(OTHERS, '') : text;
}

function textsOf({ items, error = '' }: Seen): readonly string[] {
	return [error, ...items.map(({ json }) => JSON.stringify(json))];
}

function deniedItems(
	seen: Seen,
	{ day, creates, turns }: Witness,
	courses: readonly TaskCourse[],
): readonly string[] {
	const { idempotent, spending, wishes } = day;
	const history = creates.slice(turns[firstTurn()]?.from, seen.to).filter(mayBeCharged);
	return wishes.flatMap((_, item) => {
		const equals = [...wishes.keys()].filter((other) => identityOf(other) === identityOf(item));
		const isDenied = equals.every(denies);
		const task = history.find((create) => sentFor(create) === identityOf(item));
		return isDenied && task ? [`a charge for item ${item} is denied, ${task.requestId}`] : [];
	});

	/** A loop's next turn is new work, unless Idempotency Key says otherwise. */
	function firstTurn(): number {
		let turn = seen.turn;
		while (idempotent && turn > 0 && !turns[turn]?.isNewExecution) turn -= 1;
		return turn;
	}

	function denies(item: number): boolean {
		if (seen.failedItem === item) return DENIAL.test(seen.error ?? '');
		const own = seen.items.filter((each) => indexOf(each) === item);
		return own.length > 0 && own.every(({ json }) => DENIAL.test(JSON.stringify(json)));
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

	function mayBeCharged(create: RequestRecord): boolean {
		const course = courses.find((each) => each.create === create);
		return !wasRefused(create) && !(course && isFree(course));
	}
}

/** Only a task that was taken out of the queue is known to be free, by its record or the service's word. */
function isFree({ task, requests }: TaskCourse): boolean {
	if (task.status === 'Canceled' && task.stop?.by === 'cancel') return true;
	return requests.some(({ operation, fault }) => operation === 'cancel' && fault === 'bytes');
}
