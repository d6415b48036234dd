import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import {
	appIdIn,
	excessOfText,
	excessOfValue,
	isRecord,
	limitsText,
	numberOf,
	ownMember,
	quotedValue,
	readJson,
	say,
	settleSync,
	SWITCH_WORDS,
	switchOf,
	type Settled,
} from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { unreadIn } from '../facts/unevaluatedTexts';
import { adviceAtUnread } from '../words/adviceAtUnread';
import { ofObject } from '../memory/ofObject';

type ReadParameters = Pick<IExecuteFunctions, 'getNodeParameter'>;

/** The parameters of a node, and whether an agent uses it: some parameters differ then. */
export type Panel = { readonly ctx: IExecuteFunctions; readonly isTool: boolean };

type Values = Readonly<Record<string, unknown>>;

/** The value of an option; `preset` if the user hasn't added the option. */
export function readOption<Value>(
	ctx: ReadParameters,
	itemIndex: number,
	name: string,
	preset: Value,
): Value {
	const option = addedOption(ctx, itemIndex, name);
	return option ? (option.value as Value) : preset;
}

/** An option; undefined if the user hasn't added it. */
function addedOption(
	ctx: ReadParameters,
	itemIndex: number,
	name: string,
): { readonly value: unknown } | undefined {
	const options = addedOptions(ctx, itemIndex);
	if (options.ok)
		return Object.hasOwn(options.value, name)
			? { value: ownMember(options.value, name) }
			: undefined;
	// A failing expression of one option must not affect those who read another one.
	const added: unknown = ctx.getNodeParameter('options', itemIndex, {}, { rawExpressions: true });
	const isAdded = isRecord(added) && Object.hasOwn(added, name);
	return isAdded ? { value: ctx.getNodeParameter(`options.${name}`, itemIndex) } : undefined;
}

type LastItem = { itemIndex?: number; options?: Settled<Values> | undefined };

/**
 * The options that the user added. Those of the item that was read last are remembered: n8n resolves
 * a parameter anew each time, which takes longer than everything else that is done for an item of a
 * large batch.
 */
function addedOptions(ctx: ReadParameters, itemIndex: number): Settled<Values> {
	const last = ofObject(ctx, 'options', (): LastItem => ({}));
	if (last.itemIndex !== itemIndex) Object.assign(last, { itemIndex, options: undefined });
	return (last.options ??= settleSync((): Values => {
		const given: unknown = ctx.getNodeParameter('options', itemIndex, {});
		return isRecord(given) ? given : {};
	}));
}

/**
 * A switch among the options; its default if the user hasn't added it. An expression without a value
 * is rejected: nobody meant it, and both true and false may cost money.
 * @throws AiAppError kind `input`, naming the option
 */
export function readSwitch(
	ctx: ReadParameters,
	itemIndex: number,
	{ name, displayName, default: preset }: INodeProperties,
): boolean {
	return requireSwitch(displayName, readOption<unknown>(ctx, itemIndex, name, preset));
}

/**
 * A switch of the panel itself, with the rules of `readSwitch`.
 * @param hidden its value where it isn't shown
 */
export function readPanelSwitch(
	ctx: ReadParameters,
	itemIndex: number,
	{ name, displayName, default: preset }: INodeProperties,
	hidden = preset === true,
): boolean {
	return requireSwitch(displayName, ctx.getNodeParameter(name, itemIndex, hidden));
}

function requireSwitch(displayName: string, value: unknown): boolean {
	const isOn = switchOf(value);
	if (isOn !== undefined) return isOn;
	throw new PanelError(
		say`'${displayName}' must be true or false, but is ${quotedValue(value)}`,
		say`Check the expression: it can return one of ${SWITCH_WORDS}.`,
		'correct',
	);
}

/** A text among the options. Expressions may return numbers; anything else counts as empty. */
export function readText(ctx: ReadParameters, itemIndex: number, name: string): string {
	const value = readOption<unknown>(ctx, itemIndex, name, '');
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * A number among the options, with the editor's limits; `numberPrecision` 0 allows only whole
 * numbers.
 */
export type NumberOption = INodeProperties & { readonly default: number };

/**
 * The number of an option, or `fallback` if the user hasn't added it. Expressions bypass the limits
 * of the editor and may return nothing: that is rejected, because nobody meant it.
 * @throws AiAppError kind `input`, naming the option
 */
export function readNumber(
	ctx: ReadParameters,
	itemIndex: number,
	option: NumberOption,
	fallback = option.default,
): number {
	const added = addedOption(ctx, itemIndex, option.name);
	return added ? requireNumber(option, added.value, fallback) : fallback;
}

/** The number of an option without a default; undefined if the user hasn't added it. */
export function readOptional(
	ctx: ReadParameters,
	itemIndex: number,
	option: NumberOption,
): number | undefined {
	const added = addedOption(ctx, itemIndex, option.name);
	return added && requireNumber(option, added.value);
}

function requireNumber(option: NumberOption, value: unknown, fallback?: number): number {
	const { displayName, typeOptions = {} } = option;
	const limits = { min: typeOptions.minValue, max: typeOptions.maxValue };
	const { min = -Infinity, max = Infinity } = limits;
	const isWhole = typeOptions.numberPrecision === 0;
	const number = numberOf(value);
	const isFraction = isWhole && !Number.isInteger(number);
	if (number !== undefined && number >= min && number <= max && !isFraction) return number;
	throw new PanelError(
		say`'${displayName}' must be a ${isWhole ? 'whole number' : 'number'} ${limitsText(limits)}, but is ${quotedValue(value)}`,
		fallback === undefined
			? 'Enter a number, check the expression, or remove the option.'
			: say`Enter a number, check the expression, or remove the option to use its default, ${fallback}.`,
		'correct',
	);
}

type JsonParameter = {
	readonly name: string;
	readonly displayName: string;
	/** What to do if it isn't an object. */
	readonly advice: string;
};

/**
 * No app or model takes more values, even at ten for each file. All are hashed and compared for
 * each item.
 */
const MOST_VALUES = 20_000;

/**
 * A JSON parameter. Expressions may return the object itself.
 * @throws AiAppError kind `input` when it is no object
 */
export function readJsonObject(
	ctx: ReadParameters,
	itemIndex: number,
	json: JsonParameter,
): Values {
	const given: unknown = ctx.getNodeParameter(json.name, itemIndex, {});
	const excess =
		typeof given === 'string'
			? excessOfText(given, MOST_VALUES)
			: excessOfValue(given, MOST_VALUES);
	if (excess !== undefined) throw new PanelError(say`'${json.displayName}' ${excess}`, json.advice);
	const read: Settled<unknown> =
		typeof given === 'string' ? readJson(given) : { ok: true, value: given };
	if (read.ok && isRecord(read.value)) return read.value;
	const typed: unknown = ctx.getNodeParameter(json.name, itemIndex, {}, { rawExpressions: true });
	const isComputed = /^=.*\{\{/s.test(String(typed));
	// What the parser found, and where: "Expected ',' or '}' … (line 3 column 5)".
	const found = read.ok ? '' : (read.error as Error).message;
	const unread = isComputed ? undefined : unreadIn(given);
	const why = isComputed
		? `. ${COMPUTED}`
		: unread
			? `. ${adviceAtUnread(unread)}`
			: say`: ${found}.`;
	const isText = !read.ok && !isExample(String(given));
	throw new PanelError(
		say`'${json.displayName}' isn't a JSON object`,
		isText ? say`The text isn't valid JSON${why} ${json.advice}` : read.ok ? json.advice : EXAMPLE,
	);
}

/** Whether the text is a whole API example, and not just a broken object from one. */
function isExample(text: string): boolean {
	if (text.trimStart().startsWith('{')) return false;
	return /^\s*curl\s/i.test(text) || appIdIn(text) !== undefined;
}

const EXAMPLE = 'Paste only the JSON object that the API example sends.';

const COMPUTED = `A quote or a line break in the value of an expression is a common cause. Insert values with JSON.stringify and without quotes around them, e.g. {"prompt": {{ JSON.stringify($json.prompt) }}}.`;

export function rowsOf(given: unknown): readonly Values[] {
	return Array.isArray(given) ? given.filter(isRecord) : [];
}

/**
 * The value of a parameter that offers several. The editor offers no others, but expressions, files
 * and language models can set any, and a default in its place would be charged.
 * @throws AiAppError kind `input`, naming the values, if it isn't one of them
 */
export function offeredValue(
	{ displayName, options = [] }: INodeProperties,
	value: unknown,
): string {
	const offered = options.flatMap((option) => ('value' in option ? option : []));
	if (typeof value === 'string' && offered.some((option) => option.value === value)) return value;
	const names = offered.map((option) => `${option.name} (${String(option.value)})`);
	throw new PanelError(
		say`'${displayName}' has no option ${quotedValue(value)}`,
		say`Choose one of: ${names}.`,
		'ask',
	);
}

/** The values of a parameter that offers several to choose from; one may stand without a list. */
export function offeredValues(property: INodeProperties, value: unknown): readonly string[] {
	return [value].flat().map((each) => offeredValue(property, each));
}
