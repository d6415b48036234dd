import type { InputValue, OutputFile } from '../apps/app.mts';

/** The parameters of one call, as sent or completed. */
export type ModelValues = Readonly<Record<string, unknown>>;

export type ModelParameter = {
	readonly name: string;
	readonly type: 'text' | 'number' | 'boolean';
	/** What it is when it is not sent; a parameter without it must be sent. */
	readonly value?: InputValue;
};

/** What one call makes, by the names that the outputs of models have on the wire. */
export type ModelOutputs = {
	readonly images?: readonly OutputFile[];
	readonly videos?: readonly OutputFile[];
	readonly audios?: readonly OutputFile[];
	readonly texts?: readonly string[];
};

export type SampleModel = {
	/** The path of its create address: two or three segments. */
	readonly endpoint: string;
	readonly parameters: readonly ModelParameter[];
	/** `values` are complete: sent values over defaults. */
	outputs(values: ModelValues, requestId: string): ModelOutputs;
};
