export type GivenInput = { readonly key: string; readonly value: unknown };

export type GivenInputs = {
	/** From the form by key, from JSON by key or label. Null and undefined stand for "removed". */
	readonly values: Readonly<Record<string, unknown>>;
	/** Replace `values`. The key may also be an input's label. */
	readonly overrides: readonly GivenInput[];
	/** Names of the files of the input item. */
	readonly binaryFields: readonly string[];
	/** Whether `values` are JSON: then there is no form that may be out of date, and labels count. */
	readonly isJson?: boolean;
	/** Whether seeds are drawn, so that a value may say that it is. Overrides are sent as they are. */
	readonly drawsSeeds?: boolean;
};
