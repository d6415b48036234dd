import type { MappedFields } from './mapFields';

/** A value for an input, named by its ID or its label. */
export type UserInput = { readonly key: string; readonly value: unknown };

/** An empty field of a form or of an item. */
export type EmptyField = {
	readonly key: string;
	/** Whether the form had filled in the app's default, so that somebody has emptied it. */
	readonly wasFilledIn: boolean;
	/** The field of the item that is empty, where there's no form. */
	readonly itemField?: string;
};

/** What the user gave for one task, before it's checked against the inputs of the app. */
export type UserInputs = {
	/** From the form by key, from JSON by key or label. Null and undefined stand for "removed". */
	readonly values: Readonly<Record<string, unknown>>;
	/** Replace `values`. The key may also be an input's label. */
	readonly overrides: readonly UserInput[];
	/** The empty fields of the form or the item that `values` come from. Their keys aren't in `values`. */
	readonly emptyFields?: readonly EmptyField[];
	readonly binaryFields: readonly string[];
	/** Whether the service can probably open the URL of a file. If left out, it can open any URL. */
	readonly reaches?: (url: URL) => boolean;
	/** Whether `values` are JSON: then there is no form that may be out of date, and labels count. */
	readonly isJson?: boolean;
	/** Which fields of the item `values` come from, if fields set the inputs of their names. */
	readonly mapped?: MappedFields | undefined;
	/** Whether seeds are drawn, so that a value may be `RANDOM_SEED`. Overrides are sent as they are. */
	readonly drawsSeeds?: boolean;
};
