import type { Rest } from '../../scripts/n8n/rest.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';

/** An execution as n8n lists it, with times as ISO 8601. */
export type Listed = {
	readonly id: string;
	readonly status: string;
	/** When the webhook process stored it. */
	readonly createdAt: string;
};

type Page = { readonly results: readonly Listed[]; readonly nextCursor: string | null };

const PAGE = 100;

/** All executions of a workflow. One that n8n lists twice, because others begin or end, counts once. */
export async function listExecutions(
	rest: Rest,
	{ id }: Pick<StoredWorkflow, 'id'>,
): Promise<readonly Listed[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	const listed = new Map<string, Listed>();
	let cursor = '';
	do {
		const path = `/rest/executions?filter=${filter}&limit=${PAGE}${cursor}`;
		const { results, nextCursor } = await rest.call<Page>('GET', path);
		for (const execution of results) listed.set(execution.id, execution);
		cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
	} while (cursor !== '');
	return [...listed.values()];
}
