import type { IExecuteFunctions } from 'n8n-workflow';
import { groupedDigits, ownMember, say, type ItemFields } from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import { itemFiles } from '../../io/binary/source';
import { COMBINED } from '../../io/items/taskItems';
import { ofObject } from '../../memory/ofObject';

/**
 * The columns of all items are looked at for each item. In any further column, an empty cell isn't
 * noticed if its item lacks the field.
 */
const MAX_COLUMNS = 1_000;

type Columns = ItemFields['columns'];

/** Each field is looked up among the names of the app's inputs. No spreadsheet has more columns. */
const MOST_FIELDS = 20_000;

/**
 * The values of an item, by the names of its fields.
 * @throws AiAppError kind `input` if there are too many
 */
export function fieldsOf(ctx: IExecuteFunctions, itemIndex: number): ItemFields['values'] {
	const json = ctx.getInputData()[itemIndex]?.json ?? {};
	const names = namesIn(json);
	if (names.length > MOST_FIELDS)
		throw new PanelError(
			say`The item has more than ${groupedDigits(MOST_FIELDS)} fields`,
			"Leave out fields with an Edit Fields node, or choose 'Map Each Column Manually'.",
			'ask',
		);
	return Object.fromEntries(names.map((name) => [name, ownMember(json, name)]));
}

/** The names of an item's fields, without the one under which n8n may keep its files. */
function namesIn(json: object): string[] {
	return Object.keys(json).filter((name) => name !== COMBINED);
}

/** The names that the fields of all items have, and those of their files. */
export function columnsOf(ctx: IExecuteFunctions): Columns {
	return ofObject(ctx, 'columns', (): Columns => {
		const values = new Set<string>();
		const files = new Set<string>();
		const add = (to: Set<string>, name: string) => to.size < MAX_COLUMNS && to.add(name);
		for (const [n, { json }] of ctx.getInputData().entries()) {
			if (values.size < MAX_COLUMNS) namesIn(json).forEach((name) => add(values, name));
			itemFiles(ctx, n).names.forEach((name) => add(files, name));
		}
		return { values, files };
	});
}
