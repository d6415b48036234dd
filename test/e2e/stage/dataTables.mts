import type { Rest } from '../../../scripts/n8n/rest.mts';

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
	const path = await pathOf(rest, tableName);
	if (path === undefined) return [];
	const { data } = await rest.call<{ readonly data: readonly Row[] }>('GET', path);
	return data;
}

export async function addRow(rest: Rest, tableName: string, row: Row): Promise<void> {
	const path = (await pathOf(rest, tableName)) ?? '';
	await rest.call('POST', path.replace(/rows$/, 'insert'), { data: [row] });
}

/** Changes the rows that have this value in a column. */
export async function changeRows(
	rest: Rest,
	tableName: string,
	[columnName, value]: readonly [string, string],
	data: Row,
): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
	await rest.call('PATCH', (await pathOf(rest, tableName)) ?? '', { filter, data });
}

async function pathOf(rest: Rest, tableName: string): Promise<string | undefined> {
	const tables = await rest.call<Tables>('GET', '/rest/data-tables-global');
	const table = tables.data.find(({ name }) => name === tableName);
	return table && `/rest/projects/${table.projectId}/data-tables/${table.id}/rows`;
}
