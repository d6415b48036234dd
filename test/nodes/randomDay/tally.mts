import { DENIAL } from './charges.mts';
import type { Witness } from './live.mts';
import type { Reckoning } from './reckoning.mts';
import { coursesOf } from './taskCourse.mts';

/** What happened over all days, and what must not have. */
export type Tally = {
	/** Adds a day, and returns the sums so far. */
	add(witness: Witness, found: Reckoning): object;
	/** What happened too seldom to be tested. */
	rare(days: number): readonly string[];
};

const LIMITS = {
	maxTasks: /limit of \d+ tasks? per execution/,
	maxBilledSeconds: /limit of [\d.]+ billed seconds? per execution/,
	maxTasksPerHour: /limit of \d+ tasks? per hour/,
	maxQueueTime: /after [\d.]+ minutes? in the queue/,
	deniedFairly: DENIAL,
};

export function createTally(seed: number): Tally {
	const whole = {
		...{ days: 0, items: 0, executions: 0, turns: 0, faults: 0, creates: 0, tasks: 0 },
	};
	/** How often an option had an effect. */
	const effects = {
		...{ maxTasks: 0, maxBilledSeconds: 0, maxTasksPerHour: 0, maxRunSeconds: 0 },
		...{ maxQueueTime: 0, variations: 0, reusedResults: 0, otherAccounts: 0, otherApps: 0 },
		/** Calls by agents in an execution and without one, and tasks that an earlier call had left. */
		...{ callsInExecution: 0, callsWithoutExecution: 0, attachedCalls: 0 },
		/** Texts that say that nothing was charged. */
		deniedFairly: 0,
		/** Items that could have had a result of almost equal work, and got their own. */
		notReused: 0,
	};
	const wrongs = {
		...{
			doubleCreates: 0,
			uncheckedCreates: 0,
			lostIds: 0,
			leftRunning: 0,
			wrongItems: 0,
			missingOutcomes: 0,
		},
		...{ overspent: 0, overran: 0, deniedCharges: 0 },
		...{ foreignResults: 0, wronglyReused: 0, secrets: 0 },
	};

	return {
		add(witness, { lost, ...found }) {
			addWhole(whole, witness);
			addEffects(effects, witness);
			wrongs.lostIds += lost.length;
			for (const [name, list] of Object.entries(found))
				wrongs[name as keyof typeof found] += list.length;
			const date = new Date().toISOString().slice(0, 10);
			return { date, seed, ...whole, effects, ...wrongs };
		},
		rare: (days) => [
			...(whole.tasks > days ? [] : ['tasks']),
			...(whole.faults > days / 4 ? [] : ['faults']),
			...Object.entries(effects).flatMap(([name, times]) => (times >= days / 40 ? [] : [name])),
		],
	};
}

function addWhole(sum: Record<string, number>, witness: Witness): void {
	const { day, executions, turns, tasks, creates, requests } = witness;
	const faults = requests.filter(({ fault }) => fault).length;
	const items = day.wishes.length * turns.length;
	const counts = { days: 1, items, faults };
	const lengths = { executions, turns, creates, tasks };
	for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
	for (const [name, list] of Object.entries(lengths)) sum[name] = (sum[name] ?? 0) + list.length;
}

function addEffects(sum: Record<string, number>, witness: Witness): void {
	const { day, executions } = witness;
	const { variations, reuseResults, again, maxRunSeconds = Infinity } = day.spending;
	const add = (name: string, count: number) => (sum[name] = (sum[name] ?? 0) + count);
	for (const { items, error = '' } of executions) {
		const texts = [error, ...items.map(({ json }) => JSON.stringify(json))];
		for (const [name, words] of Object.entries(LIMITS))
			add(name, texts.filter((text) => words.test(text)).length);
		const reused = items.filter(({ json }) => json.reused === true).length;
		add('reusedResults', reused);
		add('notReused', reuseResults && variations === 1 ? items.length - reused : 0);
		add('variations', variations > 1 ? items.length : 0);
	}
	const courses = coursesOf(witness);
	const overdue = courses.filter(
		({ task: { stop }, runningAt }) =>
			stop?.by === 'interrupt' && stop.at - runningAt >= maxRunSeconds * 1_000,
	);
	add('maxRunSeconds', overdue.length);
	add('otherAccounts', again?.otherAccount ? 1 : 0);
	add('otherApps', new Set(courses.map(({ task }) => task.appId)).size > 1 ? 1 : 0);
	if (day.caller === 'workflow') return;
	const isInside = day.caller === 'execution';
	add(isInside ? 'callsInExecution' : 'callsWithoutExecution', executions.length);
	add('attachedCalls', attached(witness));
}

/** Results of tasks that another call had created, which failed before their end. */
function attached({ creates, executions }: Witness): number {
	return executions.filter(({ items, from }) =>
		items.some(({ json }) => {
			const index = creates.findIndex(({ requestId }) => requestId === json['request_id']);
			return index >= 0 && index < from && json['status'] === 'Success' && !json['reused'];
		}),
	).length;
}
