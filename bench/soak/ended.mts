import type { Rest } from '../../scripts/n8n/rest.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';

/** How many executions of a workflow have ended in this way. */
export async function countEnded(
	rest: Rest,
	{ id }: Pick<StoredWorkflow, 'id'>,
	status: string,
): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: [status] }));
	const { count } = await rest.call<{ readonly count: number }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=1`,
	);
	return count;
}
