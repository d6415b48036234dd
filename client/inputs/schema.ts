import { AiAppError } from '../errors/AiAppError';
import { parseHttpUrl } from '../parsing/urls';
import {
	exactNumberOf,
	numberOf,
	switchOf,
	textOf,
	textOrEmpty,
	isRecord,
} from '../parsing/scalars';
import { areSwitch, choicesOf, optionsOf, TOO_LARGE, valuesOf, type InputChoice } from './choices';
import { groupedDigits, say, lineOf } from '../parsing/say';
import { distinctLabels, LONGEST_LABEL } from './labels';
import { fileKindOf, takesUploads } from './media';
import type { Medium } from '../parsing/mimeTypes';
import type { Untrusted, InputValue, WireApp, WireInputNode } from '../api/wire';

/** One input of an app as a form needs it. */
export type InputField = {
	/** `variable_name`, verbatim: it may contain dots, colons, spaces, brackets and quotes. */
	readonly key: string;
	/** Unique among the inputs of the form. */
	readonly label: string;
	/** As the app's author wrote it. */
	readonly ownLabel: string;
	/** `file` takes a file of any medium; `hidden` is a setting of the app's author, sent as it is. */
	readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'file' | 'hidden' | Medium;
	readonly default: InputValue | undefined;
	/**
	 * Empty if the app offers none that can be read: then any value is valid. Those of a file input are
	 * the files that the app has already.
	 */
	readonly choices: readonly InputChoice[];
	readonly min: number | undefined;
	readonly max: number | undefined;
	readonly isSeed: boolean;
};

/** Every input is checked for each item. No app has nearly this many. */
export const MAX_INPUTS = 2_000;
/** The most choices that all inputs of an app may have together. */
const MAX_CHOICES = 20_000;

const NUMBER_TYPES = /^(number|num|int|integer|float|double|slider|slides|seed)$/;
const BOOLEAN_TYPES = /^(bool|boolean|toggle|switch|checkbox)$/;
const CHOICE_TYPES = /^(combo|select|enum|choice|option|options|dropdown|radio)$/;

/**
 * The inputs of an app in the order of its form, without hidden ones.
 * @throws AiAppError kind `unexpected_response` if they can't be read, or are more than any app has
 */
export function readInputSchema(app: Untrusted<WireApp>): InputField[] {
	return readEveryInput(app).filter(({ kind }) => kind !== 'hidden');
}

/**
 * All inputs of an app: by `sort` if given, else as sent. Last come the hidden ones that take no
 * file: no form shows them, but the app accepts values for them.
 * @throws AiAppError kind `unexpected_response` if they can't be read, or are more than any app has
 */
export function readEveryInput(app: Untrusted<WireApp>): InputField[] {
	const sent = optionsOf(app.input_nodes);
	const list = isRecord(sent) ? Object.values(sent) : sent;
	if (!Array.isArray(list) && app.input_nodes !== undefined && app.input_nodes !== null)
		throw new AiAppError('unexpected_response', "The inputs of the app can't be read");
	const nodes: Untrusted<WireInputNode>[] = Array.isArray(list) ? list.filter(isRecord) : [];
	requireFewInputs('inputs', nodes.length, MAX_INPUTS);
	let choices = 0;
	const count = (more: number) => requireFewInputs('choices', (choices += more), MAX_CHOICES);
	const read = nodes
		.map((node, n) => ({ node, field: readField(node, count), order: numberOf(node.sort) ?? n }))
		.sort((a, b) => a.order - b.order);
	const fields = read.flatMap(({ field, node }) => (field ? { field, node } : []));
	const drawn = fields.filter(({ field }) => field.kind !== 'hidden');
	const hidden = fields.filter(({ field }) => field.kind === 'hidden');
	const byKey = new Map<string, (typeof fields)[number]>();
	for (const each of [...drawn, ...hidden])
		if (!byKey.has(each.field.key)) byKey.set(each.field.key, each);
	const inputs = [...byKey.values()];
	const inForm = inputs.filter(({ field }) => field.kind !== 'hidden');
	const labels = distinctLabels(inForm.map(({ field, node }) => labeledBy(node, field)));
	return inputs.map(({ field }) => ({ ...field, label: labels.get(field.key) ?? field.label }));
}

function requireFewInputs(what: string, count: number, most: number): void {
	if (count > most)
		throw new AiAppError(
			'unexpected_response',
			say`The app has more than ${groupedDigits(most)} ${what}`,
			TOO_LARGE,
		);
}

/** @param count gets how many choices it has, before they are read */
function readField(
	node: Untrusted<WireInputNode>,
	count: (choices: number) => void,
): InputField | undefined {
	const key = textOf(node.variable_name);
	if (key === undefined) return undefined;
	const { options, type: declared } = declarationOf(optionsOf(node.field_options));
	const medium = fileKindOf(node, options);
	const type = textOrEmpty(node.field_type).toLowerCase();
	const offers = medium ? takesUploads(options) : type !== 'hidden';
	const offered = offers ? options : undefined;
	count(valuesOf(offered).length);
	const choices = choicesOf(offered);
	const kind = medium ?? valueKindOf(type, declared, options, choices);
	const limits = kind === 'number' && isRecord(options) ? options : {};
	const label = [node.field_label, node.field_name, key].map(labelOfNode).find(Boolean) ?? key;
	return {
		key,
		label,
		ownLabel: label,
		kind,
		default: medium ? mediaDefault(node.field_value) : defaultOf(node.field_value, kind, choices),
		choices,
		min: numberOf(limits.min),
		max: numberOf(limits.max),
		isSeed: kind === 'number' && isSeed(node, type),
	};
}

/**
 * An input with what may distinguish it: people know a node of the app by its title and its number.
 */
function labeledBy(
	{ field_name, node_id, node_name }: Untrusted<WireInputNode>,
	{ key, label }: InputField,
) {
	const number = numberOf(node_id);
	const byNumber = number === undefined ? undefined : `Node ${number}`;
	return { key, label, marks: [labelOfNode(node_name), byNumber, labelOfNode(field_name)] };
}

function labelOfNode(sent: unknown): string | undefined {
	return lineOf(sent, LONGEST_LABEL);
}

/** ComfyUI's declaration counts if the field's type says nothing more specific than text. */
function valueKindOf(
	type: string,
	declared: string,
	options: unknown,
	choices: readonly InputChoice[],
): 'text' | 'number' | 'boolean' | 'choice' | 'hidden' {
	if (type === 'hidden') return 'hidden';
	if (areSwitch(options)) return 'boolean';
	const kind = kindOfType(type, choices);
	return kind === 'text' ? kindOfType(declared, choices) : kind;
}

function kindOfType(
	type: string,
	choices: readonly InputChoice[],
): 'text' | 'number' | 'boolean' | 'choice' {
	if (CHOICE_TYPES.test(type)) return choices.length > 0 ? 'choice' : 'text';
	if (NUMBER_TYPES.test(type)) return 'number';
	return BOOLEAN_TYPES.test(type) ? 'boolean' : 'text';
}

/** Defaults arrive as strings for the most part; the form wants them typed. */
function defaultOf(
	sent: unknown,
	kind: InputField['kind'],
	choices: readonly InputChoice[],
): InputValue | undefined {
	if (kind === 'number') return exactNumberOf(sent);
	if (kind === 'boolean') return switchOf(sent);
	if (kind === 'choice') return choiceDefault(sent, choices);
	if (typeof sent === 'string') return sent;
	return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : undefined;
}

/** The choice that reads like the default, which is a text also where the choices are numbers. */
function choiceDefault(sent: unknown, choices: readonly InputChoice[]): InputValue | undefined {
	const isWord = typeof sent === 'string' || typeof sent === 'boolean';
	const preset = isWord ? String(sent) : numberOf(sent);
	if (preset === undefined) return undefined;
	const choice = choices.find(({ value }) => String(value) === String(preset));
	if (choice) return choice.value;
	// An empty default isn't a choice, and a form has no such choice.
	return preset === '' ? undefined : preset;
}

/** Preset file names mean something inside the app only and must not be sent. */
function mediaDefault(sent: unknown): string | undefined {
	return typeof sent === 'string' ? parseHttpUrl(sent)?.href : undefined;
}

/** No service marks seeds: they are recognized by type, field name or label. */
function isSeed(node: Untrusted<WireInputNode>, type: string): boolean {
	const names = [textOrEmpty(node.field_name), textOrEmpty(node.field_label)];
	return type === 'seed' || names.some(isSeedName);
}

/** Whether an input's field, label or key names a seed. A key ends with the field. */
export function isSeedName(name: string): boolean {
	const field = name.slice(name.lastIndexOf('.') + 1);
	return /(^|[^a-z])seed([^a-z]|$)|种子/i.test(field);
}

/** The types of ComfyUI that a form has fields for. */
const TYPES: readonly unknown[] = ['BOOLEAN', 'COMBO', 'FLOAT', 'INT', 'STRING'];

type Declaration = {
	/** In lower case, empty if there is none. */
	readonly type: string;
	readonly options: unknown;
};

/**
 * The field options of an input. Some are sent as ComfyUI itself declares an input: a list of its
 * type (or its choices instead) and its options. A plain list of choices has no such members.
 */
function declarationOf(sent: unknown): Declaration {
	if (!Array.isArray(sent) || sent.length > 2) return { type: '', options: sent };
	const [first, second] = sent as readonly unknown[];
	if (Array.isArray(first) && (second === undefined || isRecord(second)))
		return { type: 'combo', options: { ...second, values: first } };
	if (isRecord(second) && TYPES.includes(first))
		return { type: String(first).toLowerCase(), options: second };
	return { type: '', options: sent };
}
