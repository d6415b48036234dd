import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import {
	appIdIn,
	excessOfText,
	excessOfValue,
	isRecord,
	limitsText,
	loneValue,
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
import { unevaluatedIn } from '../facts/unevaluatedTexts';
import { adviceAtUnevaluated } from '../words/adviceAtUnevaluated';
import { isToolNode } from '../facts/agent';

export const MINUTE_MS = 60_000;

type Values = Readonly<Record<string, unknown>>;

/** The parameters of the node for one item. */
export type Panel = ReturnType<typeof openPanel>;

/** Opens the panel of an item. Expressions are evaluated when their parameters are read. */
export function openPanel(ctx: IExecuteFunctions, itemIndex: number) {
	const read: ReadByName = (name, hidden) => ctx.getNodeParameter(name, itemIndex, hidden);
	const typed: ReadByName = (name) =>
		ctx.getNodeParameter(name, itemIndex, {}, { rawExpressions: true });

	return {
		...{ ctx, itemIndex, read, offered: offeredValue },
		/** A parameter before n8n evaluates its expressions. */
		typed,
		...readersOfOptions(addedOptions(read, typed)),
		/** Whether an agent uses the node: some parameters differ then. */
		isTool: isToolNode(ctx.getNode()),
		/** A switch of the panel itself. @param hidden its value where it isn't shown */
		isShownOn: (property: INodeProperties, hidden = property.default === true) =>
			requireSwitch(property.displayName, read(property.name, hidden)),
		/** The rows of a collection. Each has its value as it was typed, too. */
		rows(name: string) {
			const beforeEvaluation = rowsOf(typed(name));
			return rowsOf(read(name, [])).map((row, n) => {
				const each = beforeEvaluation[n]?.value;
				return { key: row.key, typed: each, value: evaluated(each, row.value) };
			});
		},
		json: (parameter: JsonParameter) =>
			jsonObjectIn(parameter, read(parameter.name, {}), () => typed(parameter.name)),
	};
}

function readersOfOptions(added: ReturnType<typeof addedOptions>) {
	/** The value of an option; its default if the user hasn't added it. */
	function option({ name, default: preset }: Pick<INodeProperties, 'default' | 'name'>): unknown {
		const found = added(name);
		return found ? found.value : preset;
	}

	/** The number of an option without a default; undefined if the user hasn't added it. */
	function optional(property: NumberOption): number | undefined {
		const found = added(property.name);
		return found && requireNumber(property, found.value);
	}

	return {
		option,
		optional,
		/** A switch among the options. */
		isOn: (property: INodeProperties) => requireSwitch(property.displayName, option(property)),
		/**
		 * The number of an option, or `fallback` if the user hasn't added it.
		 * @throws AiAppError kind `input`, naming the option
		 */
		number(property: NumberOption, fallback = property.default): number {
			const found = added(property.name);
			return found ? requireNumber(property, found.value, fallback) : fallback;
		},
		/** The minutes of an option without a default, in milliseconds. */
		optionalMs(property: NumberOption): number | undefined {
			const minutes = optional(property);
			return minutes && minutes * MINUTE_MS;
		},
		/** A text among the options. */
		text: (name: string) => optionText(option({ name, default: '' })),
	};
}

/** Expressions may return numbers; anything else counts as empty. */
function optionText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type ReadByName = (name: string, hidden?: unknown) => unknown;

/**
 * Finds the options that the user added. They are evaluated once, because n8n takes longer for that
 * than for everything else that is done for an item of a large batch.
 */
function addedOptions(
	read: ReadByName,
	typed: ReadByName,
): (name: string) => { readonly value: unknown } | undefined {
	let all: Settled<Values> | undefined;
	return (name) => {
		all ??= settleSync(() => recordIn(read('options', {})));
		if (all.ok)
			return Object.hasOwn(all.value, name) ? { value: ownMember(all.value, name) } : undefined;
		// A failing expression of one option must not affect those who read another one.
		const isAdded = Object.hasOwn(recordIn(typed('options')), name);
		return isAdded ? { value: read(`options.${name}`) } : undefined;
	};
}

function recordIn(given: unknown): Values {
	return isRecord(given) ? given : {};
}

/**
 * Whether a switch is on. An expression without a value is rejected: nobody meant it, and both true
 * and false may cost money.
 * @throws AiAppError kind `input`, naming the switch
 */
function requireSwitch(displayName: string, value: unknown): boolean {
	const isOn = switchOf(loneValue(value));
	if (isOn !== undefined) return isOn;
	throw new PanelError(
		say`'${displayName}' must be true or false, but is ${quotedValue(value)}`,
		say`Check the expression: it can return one of ${SWITCH_WORDS}.`,
		'correct',
	);
}

/**
 * A number among the options, with the limits that the editor checks. If `numberPrecision` is 0,
 * only whole numbers are allowed.
 */
export type NumberOption = INodeProperties & { readonly default: number };

/**
 * The number of an option, within its limits. Expressions bypass the editor's check and may return
 * nothing, which is rejected, because nobody meant it.
 * @param fallback what applies if the option is removed, for the advice
 * @throws AiAppError kind `input`, naming the option
 */
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
 * The object in a JSON parameter. Expressions may return the object itself.
 * @throws AiAppError kind `input` when it is no object
 */
function jsonObjectIn(json: JsonParameter, given: unknown, typed: () => unknown): Values {
	const excess =
		typeof given === 'string'
			? excessOfText(given, MOST_VALUES)
			: excessOfValue(given, MOST_VALUES);
	if (excess !== undefined) throw new PanelError(say`'${json.displayName}' ${excess}`, json.advice);
	const read: Settled<unknown> =
		typeof given === 'string' ? readJson(given) : { ok: true, value: given };
	if (read.ok && isRecord(read.value)) return read.value;
	if (read.ok) throw new PanelError(say`'${json.displayName}' isn't a JSON object`, json.advice);
	const why = whyBroken(typed(), given) ?? say`: ${read.error.message}.`;
	throw new PanelError(
		say`'${json.displayName}' isn't a JSON object`,
		isExample(String(given)) ? EXAMPLE : say`The text isn't valid JSON${why} ${json.advice}`,
	);
}

/**
 * Why a text isn't JSON, if an expression is the cause. Otherwise the parser says what it found and
 * where: "Expected ',' or '}' … (line 3 column 5)".
 * @param typed the text before n8n evaluates it
 */
function whyBroken(typed: unknown, given: unknown): string | undefined {
	if (/^=.*\{\{/s.test(String(typed))) return say`. ${COMPUTED}`;
	const found = unevaluatedIn(given);
	return found && say`. ${adviceAtUnevaluated(found)}`;
}

/** Whether the text is a whole API example, and not just a broken object from one. */
function isExample(text: string): boolean {
	if (text.trimStart().startsWith('{')) return false;
	return /^\s*curl\s/i.test(text) || appIdIn(text) !== undefined;
}

const EXAMPLE = 'Paste only the JSON object that the API example sends.';

const COMPUTED = `A quote or a line break in the value of an expression is a common cause. Insert values with JSON.stringify and without quotes around them, e.g. {"prompt": {{ JSON.stringify($json.prompt) }}}. A field that doesn't exist leaves a gap.`;

export function rowsOf(given: unknown): readonly Values[] {
	return Array.isArray(given) ? given.filter(isRecord) : [];
}

/** An expression that stands alone, with the blanks around it. */
const ALONE = /^=(\s*)\{\{[^]*\}\}(\s*)$/;

/**
 * The value of a field, without the blanks around its expression. n8n's editor stores some when an
 * expression is pasted into an empty field, and then returns a text of blanks for a missing value.
 * @param typed the field before n8n evaluates it
 */
export function evaluated(typed: unknown, value: unknown): unknown {
	if (typeof typed !== 'string' || typeof value !== 'string') return value;
	const [, before = '', after = ''] = ALONE.exec(typed) ?? [];
	return value.slice(before.length, value.length - after.length);
}

/**
 * The value of a parameter that offers several. The editor offers no others, but expressions, files
 * and language models can set any, and a default in its place would be charged.
 * @throws AiAppError kind `input`, naming the values, if it isn't one of them
 */
function offeredValue({ displayName, options = [] }: INodeProperties, value: unknown): string {
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
