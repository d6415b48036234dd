/** Who shares what is known of the service: limiters.mts. */
export const LIMITER_NAMES = ['execution', 'process', 'all', 'ideal'] as const;

export type LimiterName = (typeof LIMITER_NAMES)[number];

/** A service as an account sees it. */
export type ServiceParameters = {
	/** Tasks that run at once. */
	readonly places: number;
	/** Tasks that wait in the service for a place; creates beyond are refused. */
	readonly queueLimit: number;
	/** What a refusal asks for; left out where it asks for nothing. */
	readonly retryAfterSeconds?: number | undefined;
	/** The mean of a request and its response, without processor time. */
	readonly latencyMs: number;
	/** The mean duration of a task, and how durations are distributed: a name of DISTRIBUTIONS. */
	readonly taskMs: number;
	readonly durations: string;
};

/** What n8n adds: processor time in milliseconds, shared by all processes on the given processors. */
export type N8nParameters = {
	readonly processors: number;
	/** Whether webhooks are received by a process of their own, or by the (first) one that executes. */
	readonly hasWebhookProcess: boolean;
	/** Receiving a webhook, for each execution. */
	readonly receiveMs: number;
	/** The process that executes it: before the node and after it. */
	readonly startMs: number;
	readonly finishMs: number;
	/** The same process, for each call of the service. */
	readonly callMs: number;
	/** Database, queue and whatever else runs beside, for each execution. */
	readonly besideMs: number;
	/** No processor time: how long an execution waits for these while it occupies its slot. */
	readonly slotMs: number;
};

/** A fleet: processes of n8n that execute, and what they have to do. */
export type FleetParameters = {
	readonly workers: number;
	/** Executions at once in each process. n8n's default is 10 for workers, and no limit without them. */
	readonly slots: number;
	readonly executions: number;
	readonly items: number;
	/** The node's Max Concurrent Tasks. */
	readonly concurrentTasks: number;
	/** The time over which executions are started evenly. */
	readonly arrivalMs: number;
	/** The node's Max Wait Time. */
	readonly maxWaitMs: number;
	readonly limiter: LimiterName;
	readonly service: ServiceParameters;
	readonly n8n: N8nParameters;
	readonly seed: number;
};

export type Changes = Partial<Omit<FleetParameters, 'service' | 'n8n'>> & {
	readonly service?: Partial<ServiceParameters>;
	readonly n8n?: Partial<N8nParameters>;
};

const HOUR = 3_600_000;

/** Two workers of n8n's queue mode on processors of their own. */
const USUAL: FleetParameters = {
	workers: 2,
	slots: 10,
	executions: 500,
	items: 1,
	concurrentTasks: 5,
	arrivalMs: 1_000,
	maxWaitMs: HOUR,
	limiter: 'process',
	service: { places: 20, queueLimit: 0, latencyMs: 40, taskMs: 5_000, durations: 'T +-20 %' },
	n8n: {
		...{ processors: Infinity, hasWebhookProcess: true, receiveMs: 30 },
		...{ startMs: 90, finishMs: 60, callMs: 3, besideMs: 40, slotMs: 200 },
	},
	seed: 1,
};

export function fleetWith(changes: Changes = {}): FleetParameters {
	return {
		...USUAL,
		...changes,
		service: { ...USUAL.service, ...changes.service },
		n8n: { ...USUAL.n8n, ...changes.n8n },
	};
}
