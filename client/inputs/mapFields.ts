import { isBlank, ownMember } from '../parsing/scalars';
import { isMedium, type AppInputs } from './appInputs';

/** The fields of an item that are to set the inputs of their names. */
export type ItemFields = {
	readonly values: Readonly<Record<string, unknown>>;
	readonly files: readonly string[];
	/** The field names of all items: nodes that read sheets may leave out empty cells. */
	readonly columns: { readonly values: Iterable<string>; readonly files: Iterable<string> };
};

/** What the fields of an item set. */
export type MappedFields = {
	/** By the key of the input, without empty ones. */
	readonly values: Readonly<Record<string, unknown>>;
	/** Inputs that have a field, and no value in this item. */
	readonly empty: ReadonlyArray<{ readonly key: string; readonly itemField: string }>;
	/** The field of each input that has one. */
	readonly sources: Readonly<Record<string, string>>;
	/** Inputs that two fields or more fit equally well. */
	readonly doubles: ReadonlyArray<{ readonly key: string; readonly names: readonly string[] }>;
	/** Fields of the item that set no input. */
	readonly unused: readonly string[];
};

/**
 * The inputs that the fields of an item set by their names: IDs, or labels that only one input has.
 * Upper and lower case and the blanks around a name don't matter. An input for files takes a file of
 * the item rather than a value.
 */
export function mapFields(app: AppInputs, { values, files, columns }: ItemFields): MappedFields {
	const names = Object.keys(values);
	const own = fittingByInput(app, files, names);
	// If no field of the item fits any input, no cell was left out: the item isn't from the sheet, or
	// its fields are misnamed.
	const ofOthers = own.size > 0 ? fittingByInput(app, columns.files, columns.values) : [];
	const absent = [...ofOthers].filter(([key]) => !own.has(key));
	const doubles = [...own].filter(([, { length }]) => length > 1);
	const single = [...own].filter(([, { length }]) => length === 1);
	const fileNames = new Set(files);
	const chosen = [...single, ...absent].flatMap(([key, [field]]) =>
		field ? { key, ...field, value: valueIn(field, values, fileNames) } : [],
	);
	const filled = chosen.filter(({ value }) => !isBlank(value));
	return {
		values: Object.fromEntries(filled.map(({ key, value }) => [key, value])),
		empty: chosen.flatMap(({ key, name, value }) =>
			isBlank(value) ? { key, itemField: name } : [],
		),
		sources: Object.fromEntries(chosen.map(({ key, name }) => [key, name])),
		doubles: doubles.map(([key, fields]) => ({ key, names: fields.map(({ name }) => name) })),
		unused: names.filter((name) => !own.has(keyFor(app, name))),
	};
}

function keyFor({ byKey, keyOf }: AppInputs, name: string): string {
	return byKey.has(name) ? name : keyOf(name.trim());
}

/** A field, or a file, that has the name of an input. */
type Fitting = { readonly name: string; readonly isFile: boolean };

/** The fields that fit each input. A file goes before a value: forms give both under one name. */
function fittingByInput(
	app: AppInputs,
	files: Iterable<string>,
	names: Iterable<string>,
): ReadonlyMap<string, readonly Fitting[]> {
	const found = new Map<string, Fitting[]>();
	const add = (name: string, isFile: boolean) => {
		const key = keyFor(app, name);
		const field = app.byKey.get(key);
		// A form shows no hidden input, so no column is meant for one.
		if (!field || field.kind === 'hidden' || (isFile && !isMedium(field))) return;
		const known = found.get(key);
		if (!known) found.set(key, [{ name, isFile }]);
		else if (known[0]?.isFile === isFile) known.push({ name, isFile });
	};
	for (const name of files) add(name, true);
	for (const name of names) add(name, false);
	return found;
}

function valueIn(
	{ name, isFile }: Fitting,
	values: ItemFields['values'],
	files: ReadonlySet<string>,
): unknown {
	if (isFile) return files.has(name) ? { $binary: name } : undefined;
	return ownMember(values, name);
}
