import type { N8nServer } from '../../../scripts/n8n/server.mts';
import type { Rest } from '../../../scripts/n8n/rest.mts';
import { deactivateWorkflow, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { stopExecution } from '../../../scripts/n8n/executions.mts';

/**
 * An n8n that test files use one after the other, started before all of them (sharedServers.mts).
 * Each worker of jest has its own.
 */
export type SharedN8n = Pick<N8nServer, 'url' | 'pid' | 'logFile'> & {
	readonly userFolder: string;
	/** Of the owner, who is signed in. */
	readonly authCookie: string;
	/** Not in the user folder: the secrets that the files have named, a line of JSON each. */
	readonly secretsFile: string;
};

const VARIABLE = 'SHARED_N8N';

/** Passes them on to the workers of jest, which inherit the variables of this process. */
export function announce(all: readonly SharedN8n[]): void {
	process.env[VARIABLE] = JSON.stringify(all);
}

/** The one of this worker. */
export function sharedN8n(): SharedN8n {
	const all = JSON.parse(process.env[VARIABLE] ?? '[]') as readonly SharedN8n[];
	const own = all[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
	if (own === undefined) throw new Error('No n8n was started for this worker of jest.');
	return own;
}

type Listed<T> = { readonly results: readonly T[] };
type Kept = { readonly id: string };

/**
 * Ends what earlier files have left: running executions, published workflows, credentials.
 * Workflows and executions stay, so that any secret in them is still found at the end.
 */
export async function quieten(rest: Rest): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ status: ['new', 'running'] }));
	const { results } = await rest.call<Listed<Kept>>('GET', `/rest/executions?filter=${filter}`);
	for (const { id } of results) await stopExecution(rest, id).catch(() => undefined);
	const active = encodeURIComponent(JSON.stringify({ active: true }));
	const workflows = await rest.call<readonly StoredWorkflow[]>(
		'GET',
		`/rest/workflows?filter=${active}`,
	);
	for (const workflow of workflows) await deactivateWorkflow(rest, workflow);
	const credentials = await rest.call<readonly Kept[]>('GET', '/rest/credentials');
	for (const { id } of credentials) await rest.call('DELETE', `/rest/credentials/${id}`);
}
