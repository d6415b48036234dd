import type { Schedule } from './schedule.mts';

/** The processors that all processes of a machine share. A process uses one at a time. */
export type Processors = {
	/**
	 * Resolves when the process has had so much processor time for this.
	 * @param isShort whether it comes before what takes long, as in an event loop
	 */
	readonly use: (process: object, ms: number, isShort?: boolean) => Promise<void>;
};

type Job = { leftMs: number; readonly done: () => void };

type Queues = Map<object, Job[]>;

/** Nothing runs for longer without a turn of the event loop. */
const SLICE_MS = 5;

/** Processes that are ready take turns. */
export function createProcessors(schedule: Schedule, count: number): Processors {
	const queues: Queues = new Map();
	const ready = new Set<object>();
	const running = new Set<object>();

	function dispatch(): void {
		for (const process of ready) {
			if (running.size >= count) return;
			ready.delete(process);
			const job = queues.get(process)?.shift();
			if (job) run(process, job);
		}
	}

	function run(process: object, job: Job): void {
		const sliceMs = Math.min(job.leftMs, SLICE_MS);
		job.leftMs -= sliceMs;
		running.add(process);
		schedule.at(schedule.now() + sliceMs, () => end(process, job));
	}

	function end(process: object, job: Job): void {
		running.delete(process);
		if (job.leftMs > 0) add(queues, process, job, true);
		else job.done();
		if (queues.get(process)?.length) ready.add(process);
		dispatch();
	}

	return {
		use(process, ms, isShort = false) {
			if (ms <= 0) return Promise.resolve();
			return new Promise((done) => {
				add(queues, process, { leftMs: ms, done }, isShort);
				if (!running.has(process)) ready.add(process);
				dispatch();
			});
		},
	};
}

function add(queues: Queues, process: object, job: Job, isFirst: boolean): void {
	const queue = queues.get(process) ?? [];
	if (isFirst) queue.unshift(job);
	else queue.push(job);
	queues.set(process, queue);
}
