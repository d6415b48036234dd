import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	isRecord,
	numberOf,
	parseJson,
	quotedValue,
	rangeText,
	say,
} from '../../../client/index';

type Parameters = Pick<IExecuteFunctions, 'getNodeParameter'>;

/** A member of the collection Options; `preset` where the user has not added it. */
export function readOption<Value>(
	ctx: Parameters,
	itemIndex: number,
	name: string,
	preset: Value,
): Value {
	return ctx.getNodeParameter(`options.${name}`, itemIndex, preset) as Value;
}

/** A switch of the collection Options; off where the user has not added it. */
export function readFlag(ctx: Parameters, itemIndex: number, name: string): boolean {
	return readOption<unknown>(ctx, itemIndex, name, false) === true;
}

/** An option that holds a number, with the limits that the editor keeps. */
export type NumberOption = INodeProperties & { readonly default: number };

/**
 * The number of an option; `fallback` where the user has not added it. Expressions get past the
 * limits of the editor and may yield nothing: that is refused, because nobody meant it.
 * @throws AiAppError kind `input`, naming the option
 */
export function readNumber(
	ctx: Parameters,
	itemIndex: number,
	option: NumberOption,
	fallback = option.default,
): number {
	const { name, displayName, typeOptions = {} } = option;
	const limits = { min: typeOptions.minValue, max: typeOptions.maxValue };
	const { min = -Infinity, max = Infinity } = limits;
	const value = readOption<unknown>(ctx, itemIndex, name, fallback);
	const number = numberOf(value);
	if (number !== undefined && number >= min && number <= max) return number;
	throw new AiAppError(
		'input',
		say`The option "${displayName}" takes a number (${rangeText(limits)}), but got ${quotedValue(value)}`,
		{},
		say`Enter a number, check the expression, or remove the option to use its default, ${fallback}. Nothing was created and nothing was charged.`,
	);
}

type JsonParameter = {
	readonly name: string;
	readonly displayName: string;
	/** What to do when it is no object. */
	readonly advice: string;
};

type Values = Readonly<Record<string, unknown>>;

/**
 * A parameter of JSON; expressions may yield the object itself.
 * @throws AiAppError kind `input` when it is no object
 */
export function readJsonObject(ctx: Parameters, itemIndex: number, json: JsonParameter): Values {
	const given: unknown = ctx.getNodeParameter(json.name, itemIndex, {});
	const value = typeof given === 'string' ? parseJson(given) : given;
	if (isRecord(value)) return value;
	throw new AiAppError('input', say`${json.displayName} is not a JSON object`, {}, json.advice);
}

/** The rows of a list that the user can add to. */
export function rowsOf(given: unknown): readonly Values[] {
	return Array.isArray(given) ? given.filter(isRecord) : [];
}
