import type { Picture } from '../rendering/picture.mts';
import type { FileContent } from '../storage/fileContent.mts';

export type InputValue = string | number | boolean;
export type InputValues = Readonly<Record<string, InputValue>>;

/** One input of an app, as its author set it up. */
export type AppInput = {
	/** The key in `input_values`; the wire calls it `variable_name`. */
	readonly key: string;
	readonly nodeId: number;
	readonly nodeType: string;
	readonly fieldName: string;
	readonly fieldType: string;
	readonly label: string;
	/** Raw `field_options`: a JSON string, or whatever an author managed to leave there. */
	readonly options: string;
	/** The default. A text that begins with `/` is a file on the storage host. */
	readonly value: InputValue | null;
	readonly sort?: number;
	/** Takes the address of a file; its other values are refused. */
	readonly isMedia: boolean;
};

/** A file that an app makes; it is rendered when somebody first downloads it. */
export type OutputFile = { readonly ext: '.png' | '.wav' | '.bin'; render(): Promise<FileContent> };

/** Opens what a media value points to; undefined when there is no such thing to be had. */
export type MediaReader = {
	picture(address: InputValue | undefined): Promise<Picture | undefined>;
	/** Files that are small enough for memory. */
	bytes(address: InputValue | undefined): Promise<Buffer | undefined>;
};

/** One run of an app; all that its files depend on beside the values. */
export type Run = { readonly requestId: string; readonly media: MediaReader };

export type SampleApp = {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	/** Private apps are shown to their owner's API key only. */
	readonly isPrivate?: boolean;
	readonly inputs: readonly AppInput[];
	/** The files of one run; `values` are complete: sent values over defaults. */
	outputs(values: InputValues, run: Run): readonly OutputFile[];
};

type InputOptions = {
	readonly label: string;
	readonly type: string;
	readonly value?: InputValue | null;
	/** An object or array is written as JSON, a string is taken as it is. */
	readonly options?: object | string;
	readonly sort?: number;
	readonly isMedia?: boolean;
};

/** An input from its key, which tells the node's parts (first `:`, last `.`) if it has them. */
export function appInput(
	key: string,
	{ label, type, value = '', options, sort, isMedia = false }: InputOptions,
): AppInput {
	const dot = key.lastIndexOf('.');
	const colon = key.indexOf(':');
	return {
		key,
		nodeId: Number.parseInt(key, 10) || 0,
		nodeType: key.slice(colon + 1, dot),
		fieldName: key.slice(dot + 1),
		fieldType: type,
		label,
		options: typeof options === 'object' ? JSON.stringify(options) : (options ?? ''),
		value,
		sort,
		isMedia,
	};
}
