/** n8n's queue: executions in the order of their arrival, for whichever process has a free slot. */
export type Jobs<Job> = {
	readonly put: (job: Job) => void;
	/** Undefined once no more will come. */
	readonly take: () => Promise<Job | undefined>;
	readonly close: () => void;
};

export function createJobs<Job>(): Jobs<Job> {
	const jobs: Job[] = [];
	const takers: Array<(job: Job | undefined) => void> = [];
	let isClosed = false;

	return {
		put(job) {
			const taker = takers.shift();
			if (taker) taker(job);
			else jobs.push(job);
		},
		take() {
			const job = jobs.shift();
			if (job !== undefined || isClosed) return Promise.resolve(job);
			return new Promise((resolve) => void takers.push(resolve));
		},
		close() {
			isClosed = true;
			for (const taker of takers) taker(undefined);
		},
	};
}
