import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemFields } from '../../../../client/index';
import { itemFiles } from './source';
import { COMBINED } from '../items/taskItems';
import { ofObject } from '../../memory/ofObject';

/** Each column is looked at for each item. No spreadsheet has more columns. */
const MAX_COLUMNS = 1_000;

type Columns = ItemFields['columns'];

/** The values of an item, by the names of its fields. */
export function fieldsOf(ctx: IExecuteFunctions, itemIndex: number): ItemFields['values'] {
	const fields = Object.entries(ctx.getInputData()[itemIndex]?.json ?? {});
	// n8n lists the files of an item in this field.
	return Object.fromEntries(fields.filter(([name]) => name !== COMBINED));
}

/** The names that the fields of all items have, and those of their files. */
export function columnsOf(ctx: IExecuteFunctions): Columns {
	return ofObject(ctx, 'columns', (): Columns => {
		const values = new Set<string>();
		const files = new Set<string>();
		const add = (to: Set<string>, name: string) => to.size < MAX_COLUMNS && to.add(name);
		for (const n of ctx.getInputData().keys()) {
			Object.keys(fieldsOf(ctx, n)).forEach((name) => add(values, name));
			itemFiles(ctx, n).names.forEach((name) => add(files, name));
		}
		return { values, files };
	});
}
