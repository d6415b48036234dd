import { createHash } from 'node:crypto';
import type { FileContent } from '../rendering/file.mts';
import type { Picture } from '../rendering/picture.mts';

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
export type OutputFile = {
	readonly ext: '.png' | '.wav' | '.mp4' | '.bin';
	render(): Promise<FileContent>;
};

/** Reads the file that a value points to; undefined when it cannot be read. */
export type MediaReader = {
	picture(address: InputValue | undefined): Promise<Picture | undefined>;
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
	readonly plan?: Partial<Record<'queuingMs' | 'queueCount' | 'runningMs', number>> & {
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

const NUMBER_TYPES = new Set(['number', 'int', 'integer', 'float', 'slider', 'seed']);
const BOOLEAN_TYPES = new Set(['boolean', 'bool', 'toggle', 'switch', 'checkbox']);

/** Whether a value has a type that its input accepts; numbers may be numeric strings. */
export function hasValidType(input: AppInput, value: unknown): value is InputValue {
	if (NUMBER_TYPES.has(input.fieldType)) return isNumeric(value);
	if (BOOLEAN_TYPES.has(input.fieldType)) return typeof value === 'boolean' || isBooleanText(value);
	return isScalar(value);
}

/** Whether a value is one that any input may have (spec: task create request). */
export function isScalar(value: unknown): value is InputValue {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Whether a value is a URL (spec: local paths and inline base64 are not accepted). Any
 * host is accepted, as by the live service.
 */
export function isWebUrl(value: unknown): boolean {
	return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Fills in the app's defaults; unknown keys are dropped. */
export function withDefaults(app: SampleApp, sent: InputValues): InputValues {
	const values = app.inputs.map(({ key, value }) => [key, sent[key] ?? value ?? ''] as const);
	return Object.fromEntries(values);
}

function isNumeric(value: unknown): boolean {
	if (typeof value === 'number') return true;
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function isBooleanText(value: unknown): boolean {
	return typeof value === 'string' && /^(true|false)$/i.test(value);
}

const SEED_BYTES = 6;

/** The seed of a run: the requested one, or if below 0 one derived from the request ID. */
export function seedOf(wanted: InputValue | undefined, requestId: string): number {
	const seed = Number(wanted);
	if (seed >= 0) return seed;
	return createHash('sha256').update(requestId).digest().readUIntBE(0, SEED_BYTES);
}
