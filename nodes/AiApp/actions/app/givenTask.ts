import {
	AiAppError,
	orReject,
	readMediaValue,
	settleSync,
	throwFirst,
	type PaidWork,
	type Rejections,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { itemFiles, type ItemFiles } from '../../io/binary/source';
import { offeredValue, readOption } from '../../io/readParameter';
import { readAppId } from '../parameters/appLocator';
import { readGivenInputs, type GivenForm } from './givenInputs';
import { readIdempotencyKey } from './idempotencyKey';
import { seedMode } from './runInputs.description';

/** The user's values for one item, before they are checked against the app's own inputs. */
export type GivenValues = {
	readonly appId: number;
	readonly form: GivenForm;
	readonly files: ItemFiles;
	readonly randomSeeds: boolean;
};

/** The same with the work that they stand for in the ledger. */
export type GivenTask = GivenValues & { readonly work: PaidWork };

/** @throws AiAppError kind `input` if there is no app ID */
export function readValues(
	context: ExecutionContext,
	itemIndex: number,
	rejections: Rejections,
): GivenValues {
	const { ctx } = context;
	const appId = readAppId(context, itemIndex);
	const files = itemFiles(ctx, itemIndex);
	const form = settleSync(() => readGivenInputs(context, itemIndex, files, rejections));
	if (!form.ok) throw aboutApp(form.error, appId);
	const given = readOption<unknown>(ctx, itemIndex, 'seedMode', 'appInputs');
	const mode = orReject(rejections, undefined, () => offeredValue(seedMode, given));
	const randomSeeds = mode === 'random';
	return { appId, form: form.value, files, randomSeeds };
}

/**
 * Reads the values of one item, without any call to the service.
 * @param varies whether each of its tasks is to have a seed of its own
 * @throws AiAppError kind `input`
 */
export async function readTask(
	context: ExecutionContext,
	itemIndex: number,
	varies = false,
): Promise<GivenTask> {
	const values = readValues(context, itemIndex, throwFirst);
	const given = { ...values, randomSeeds: varies || values.randomSeeds };
	const { appId, form, files, randomSeeds } = given;
	const overrides = form.overrides.map(({ key, value }): [string, unknown] => [key, value]);
	const inputs = [...Object.entries(form.values), ...overrides];
	const work = {
		of: String(appId),
		inputs,
		more: { files: await identitiesOf(inputs, files), randomSeeds },
		idempotencyKey: readIdempotencyKey(context, itemIndex),
	};
	return { ...given, work };
}

/** The files that values name. A text that happens to be the name of one does no harm. */
async function identitiesOf(
	inputs: readonly (readonly [string, unknown])[],
	{ names, source }: ItemFiles,
): Promise<readonly string[]> {
	const named = inputs.map(([, value]) => readMediaValue(value, names));
	const fields = named.flatMap((media) => (typeof media === 'object' ? media.binaryField : []));
	const sources = await Promise.all([...new Set(fields)].map(source));
	return sources.map(({ identity }) => identity);
}

/** The error with the ID of its app. */
export function aboutApp(error: unknown, appId: number): unknown {
	return error instanceof AiAppError ? error.about({ appId }) : error;
}
