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
	readonly doubles: ReadonlyArray<{
		readonly key: string;
		readonly names: readonly [string, string];
	}>;
	/** Fields of the item with a label that several inputs have. */
	readonly shared: readonly string[];
	/** Its other fields that set no input. */
	readonly unused: readonly string[];
};

/**
 * The inputs that the fields of an item set by their names: IDs, or labels that only one input has. A
 * name in the app's own letters wins over one that differs in upper and lower case, or in the blanks
 * around it. An input for files takes a file of the item rather than a value.
 */
export function mapFields(app: AppInputs, { values, files, columns }: ItemFields): MappedFields {
	const names = Object.keys(values);
	const own = byInput([...fitting(app, files, true), ...fitting(app, names, false)]);
	const others = [...fitting(app, columns.files, true), ...fitting(app, columns.values, false)];
	// If no field of the item fits any input, no cell was left out: the item isn't from the sheet, or
	// its fields are misnamed.
	const absent = byInput(own.size > 0 ? others.filter(({ key }) => !own.has(key)) : []);
	const doubles = [...own.values()].filter(({ length }) => length > 1);
	const single = [...own.values()].filter(({ length }) => length === 1);
	const chosen = [...single, ...absent.values()].flatMap(([first]) => first ?? []);
	const fileNames = new Set(files);
	const given = chosen.map((each) => ({ ...each, value: valueIn(each, values, fileNames) }));
	const filled = given.filter(({ value }) => !isEmpty(value));
	const used = new Set([...chosen, ...doubles.flat()].map(({ name }) => name));
	const left = names.filter((name) => !used.has(name));
	const isShared = (name: string) => app.isShared(name.trim());
	return {
		values: Object.fromEntries(filled.map(({ key, value }) => [key, value])),
		empty: given.flatMap(({ key, name, value }) =>
			isEmpty(value) ? { key, itemField: name } : [],
		),
		sources: Object.fromEntries(chosen.map(({ key, name }) => [key, name])),
		doubles: doubles.flatMap(([one, other]) =>
			one && other ? { key: one.key, names: [one.name, other.name] as const } : [],
		),
		shared: left.filter(isShared),
		unused: left.filter((name) => !isShared(name)),
	};
}

/** A field that has the name of an input. */
type Fitting = {
	readonly name: string;
	readonly key: string;
	readonly isFile: boolean;
	/** How well it fits. */
	readonly rank: number;
};

function fitting(app: AppInputs, names: Iterable<string>, isFile: boolean): Fitting[] {
	return [...names].flatMap((name) => {
		const key = keyFor(app, name);
		const field = app.byKey.get(key);
		if (!field || (isFile && !isMedium(field))) return [];
		const isExact = [key, field.label, field.ownLabel].includes(name);
		return { name, key, isFile, rank: (isFile ? 2 : 0) + (isExact ? 1 : 0) };
	});
}

function keyFor({ byKey, keyOf }: AppInputs, name: string): string {
	const key = keyOf(name);
	return byKey.has(key) ? key : keyOf(name.trim());
}

/** The fields that fit each input best. */
function byInput(all: readonly Fitting[]): ReadonlyMap<string, readonly Fitting[]> {
	const best = new Map<string, Fitting[]>();
	for (const each of all) {
		const known = best.get(each.key);
		const rank = known?.[0]?.rank ?? -1;
		if (each.rank > rank) best.set(each.key, [each]);
		else if (each.rank === rank) known?.push(each);
	}
	return best;
}

function valueIn(
	{ name, isFile }: Fitting,
	values: ItemFields['values'],
	files: ReadonlySet<string>,
): unknown {
	if (isFile) return files.has(name) ? { $binary: name } : undefined;
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Whether a value shows as an empty cell in a sheet or in the table of a database. */
function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
