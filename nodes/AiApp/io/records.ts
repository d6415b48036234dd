import type { IExecuteFunctions } from 'n8n-workflow';
import { AiAppError, isRecord, parseJson, say } from '../../../client/index';

type JsonParameter = {
	readonly name: string;
	readonly displayName: string;
	/** What to do when it is no object. */
	readonly advice: string;
};

type Parameters = Pick<IExecuteFunctions, 'getNodeParameter'>;
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
