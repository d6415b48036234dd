/** How a task in some state can be stopped. `look`: wait for the next state, then decide. */
export type StopBy = 'cancel' | 'interrupt' | 'look' | 'nothing';

type Phase = { readonly terminal: boolean; readonly stopBy: StopBy };

/**
 * One row per status (spec: States and transitions). Pending, Queued, Transferring and Saving are
 * spellings that only some deployments use.
 */
const LIFECYCLE = {
	Queuing: { terminal: false, stopBy: 'cancel' },
	Queued: { terminal: false, stopBy: 'cancel' },
	Pending: { terminal: false, stopBy: 'cancel' },
	Preparing: { terminal: false, stopBy: 'look' },
	Running: { terminal: false, stopBy: 'interrupt' },
	Transferring: { terminal: false, stopBy: 'look' },
	Saving: { terminal: false, stopBy: 'look' },
	Success: { terminal: true, stopBy: 'nothing' },
	Failed: { terminal: true, stopBy: 'nothing' },
	Canceled: { terminal: true, stopBy: 'nothing' },
} as const satisfies Record<string, Phase>;

export type KnownStatus = keyof typeof LIFECYCLE;

const OTHER_SPELLINGS: Readonly<Record<string, KnownStatus>> = {
	Cancelled: 'Canceled',
	Interrupted: 'Canceled',
	Error: 'Failed',
};

/** What is known of a status; an unknown one is neither finished nor stoppable yet. */
export function phaseOf(status: string): Phase {
	return isKnown(status) ? LIFECYCLE[status] : { terminal: false, stopBy: 'look' };
}

/** The specification's spelling of a status; an unknown one stays as it was sent. */
export function canonicalStatus(status: string | undefined): string {
	if (status === undefined || status === '') return 'Unknown';
	return Object.hasOwn(OTHER_SPELLINGS, status) ? (OTHER_SPELLINGS[status] ?? status) : status;
}

/** Whether a task still waits for its turn, where the specification names the polling interval. */
export function isQueued(status: string): boolean {
	return phaseOf(status).stopBy === 'cancel';
}

function isKnown(status: string): status is KnownStatus {
	return Object.hasOwn(LIFECYCLE, status);
}
