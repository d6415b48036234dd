import type { InputValue, OutputFile } from '../apps/app.mts';

/** The parameters of a call, with or without defaults. */
export type ModelValues = Readonly<Record<string, unknown>>;

export type ModelParameter = {
	readonly name: string;
	readonly type: 'text' | 'number' | 'boolean';
	/** The default; a parameter without one is required. */
	readonly value?: InputValue;
};

/** The outputs of a call by kind. */
export type ModelOutputs = {
	readonly images?: readonly OutputFile[];
	readonly videos?: readonly OutputFile[];
	readonly audios?: readonly OutputFile[];
	readonly texts?: readonly string[];
};

export type SampleModel = {
	/** The path of its create endpoint, of two or three segments. */
	readonly endpoint: string;
	readonly parameters: readonly ModelParameter[];
	/** `values` include the defaults. */
	outputs(values: ModelValues, requestId: string): ModelOutputs;
};
