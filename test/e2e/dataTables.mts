import type { Rest } from '../../scripts/n8n/rest.mts';

export type Row = Readonly<Record<string, unknown>>;

type Tables = {
	readonly data: ReadonlyArray<{
		readonly id: string;
		readonly name: string;
		readonly projectId: string;
	}>;
};

/** The rows of one of n8n's data tables; none if the table doesn't exist. */
export async function readRows(rest: Rest, tableName: string): Promise<readonly Row[]> {
	const tables = await rest.call<Tables>('GET', '/rest/data-tables-global');
	const table = tables.data.find(({ name }) => name === tableName);
	if (table === undefined) return [];
	const { data } = await rest.call<{ readonly data: readonly Row[] }>(
		'GET',
		`/rest/projects/${table.projectId}/data-tables/${table.id}/rows`,
	);
	return data;
}
