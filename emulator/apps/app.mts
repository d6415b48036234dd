import type { Picture } from '../rendering/picture.mts';
import type { FileContent } from '../storage/fileContent.mts';

export type InputValue = string | number | boolean;
export type InputValues = Readonly<Record<string, InputValue>>;

/** One input of an app, as its author set it up. */
export type AppInput = {
	/** The key in `input_values`; called `variable_name` in the app detail. */
	readonly key: string;
	readonly nodeId: number;
	readonly nodeType: string;
	readonly fieldName: string;
	readonly fieldType: string;
	readonly label: string;
	/** Raw `field_options`: a JSON string, or whatever the author left there. */
	readonly options: string;
	/** The default. A string that begins with `/` is a path on the storage host. */
	readonly value: InputValue | null;
	readonly sort?: number;
	/** Accepts the URL of a file and nothing else. */
	readonly isMedia: boolean;
};

/** An output file; rendered on its first download. */
export type OutputFile = { readonly ext: '.png' | '.wav' | '.bin'; render(): Promise<FileContent> };

/** Reads the file that a media value points to; undefined when it cannot be read. */
export type MediaReader = {
	picture(address: InputValue | undefined): Promise<Picture | undefined>;
	/** Only for files that are kept in memory. */
	bytes(address: InputValue | undefined): Promise<Buffer | undefined>;
};

/** What the outputs depend on besides the inputs. */
export type Run = { readonly requestId: string; readonly media: MediaReader };

export type SampleApp = {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	/** Visible with the owner's API key only. */
	readonly isPrivate?: boolean;
	/** How its tasks run, whatever is planned for others. */
	readonly plan?: {
		readonly queuingMs?: number;
		readonly runningMs?: number;
		readonly outcome?: 'Failed';
		readonly errorMessage?: string;
	};
	readonly inputs: readonly AppInput[];
	/** The output files of a run; `values` include the defaults. */
	outputs(values: InputValues, run: Run): readonly OutputFile[];
};

type InputOptions = {
	readonly label: string;
	readonly type: string;
	readonly value?: InputValue | null;
	/** Objects and arrays become JSON, strings stay as they are. */
	readonly options?: object | string;
	readonly sort?: number;
	readonly isMedia?: boolean;
};

/** Makes an input; a key of the form `id:type.field` also sets node and field. */
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
