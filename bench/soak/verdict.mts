import type { Stored, Went } from './course.mts';
import type { Sample } from './samples.mts';
import { slopeOf } from './slope.mts';

/** One timer for each execution would be hundreds. */
const TIMERS_OF_N8N = 25;
/** The share of executions that may fail with a message on a machine that is busy otherwise. */
const TOLERATED = 0.01;

export type Soaked = {
	/** ISO 8601. */
	readonly date: string;
	readonly minutes: number;
	readonly executions: Readonly<Record<string, number>>;
	readonly tasks: { readonly created: number; readonly expected: number };
	readonly callbacksThatStartedTheTrigger: { readonly started: number; readonly expected: number };
	/** Connections to the service: most at once, and 1 s after the last execution. */
	readonly sockets: { readonly most: number; readonly left: number };
	readonly timers: { readonly before: number; readonly after: number };
	/** Over the second half. */
	readonly slopes: { readonly heapMbPerHour: number; readonly residentMbPerHour: number };
	/** Executions that ended differently than expected. */
	readonly surprises: readonly string[];
	/** What fails the soak. */
	readonly troubles: readonly string[];
};

type Course = Pick<Soaked, 'sockets'> & {
	/** Created by all executions. */
	readonly tasks: number;
	readonly kinds: readonly Stored[];
	readonly went: readonly Went[];
	readonly started: { readonly started: number; readonly expected: number };
	readonly samples: readonly Sample[];
};

/** The result of a soak test. */
export function judge(minutes: number, course: Course): Soaked {
	const { kinds, went, started, samples, sockets, tasks } = course;
	const count = (name: string) => went.filter((each) => each.name === name).length;
	const expected = kinds.reduce((sum, { name, creates }) => sum + creates * count(name), 0);
	const [first, last] = [samples[0], samples.at(-1)];
	const half = samples.slice(Math.floor(samples.length / 2));
	const perHour = (read: (sample: Sample) => number) =>
		round(slopeOf(half.map((sample) => [sample.seconds / 3600, read(sample)] as const)));
	const found = {
		date: new Date().toISOString(),
		minutes,
		surprises: went.flatMap(({ name, trouble }) => (trouble ? [`${name}: ${trouble}`] : [])),
		executions: Object.fromEntries(kinds.map(({ name }) => [name, count(name)])),
		tasks: { created: tasks, expected },
		callbacksThatStartedTheTrigger: started,
		sockets,
		timers: { before: first?.timers ?? NaN, after: last?.timers ?? NaN },
		slopes: {
			heapMbPerHour: perHour(({ heapMb }) => heapMb),
			residentMbPerHour: perHour(({ residentMb }) => residentMb),
		},
	};
	return { ...found, troubles: troublesOf(found, went) };
}

/** Only counts: the effect of a busy machine on memory and time is reported, but not judged. */
function troublesOf(found: Omit<Soaked, 'troubles'>, went: readonly Went[]): readonly string[] {
	const { tasks, callbacksThatStartedTheTrigger: callbacks, sockets, timers, surprises } = found;
	const isTolerated = surprises.length <= went.length * TOLERATED;
	const conditions: ReadonlyArray<readonly [boolean, string]> = [
		[tasks.created === tasks.expected, 'Tasks are not as many as were to be created.'],
		[callbacks.started === callbacks.expected, 'Callbacks did not start the trigger once each.'],
		[sockets.left === 0, `${sockets.left} sockets to the service are left.`],
		[sockets.most > 0, 'No socket was ever seen: they are not counted.'],
		[timers.after <= timers.before + TIMERS_OF_N8N, 'Timers are left.'],
	];
	return [
		...surprises.filter((surprise) => !isTolerated || !surprise.includes('ended as error')),
		...conditions.flatMap(([holds, trouble]) => (holds ? [] : [trouble])),
	];
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
