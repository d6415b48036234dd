import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { AiAppError, say, settleSync } from '../../../../client/index';

/** Where the workflow setting that combines files with JSON puts the files of an item. */
export const COMBINED = '_files';

/** Fields that only the result may have: an item without them must not get those of another task. */
const OF_RESULT = new Set([
	...['request_id', 'status', 'url', 'outputs', 'file', 'billed_seconds', 'duration_ms'],
	...['queue_count', 'error_message', 'created_at', 'ended_at', 'expires_at'],
	'reused',
]);
/** Task operations don't know these, but an item of the same task may. */
const OF_RUN = new Set(['app_id', 'app_name', 'seeds', 'variation', 'reused']);
/**
 * n8n would run the node again because of `error`. It would fail because of `_files` that aren't its
 * own, and they are files.
 */
const NEVER = new Set(['error', COMBINED]);

/**
 * The fields of an input item, to be read before anything is paid.
 * @throws AiAppError kind `input` if they are nested too deep to be copied
 */
export function readInputFields(
	ctx: Pick<IExecuteFunctions, 'getInputData'>,
	itemIndex: number,
): IDataObject {
	const copied = settleSync(() => deepCopy(ctx.getInputData()[itemIndex]?.json ?? {}));
	if (copied.ok) return copied.value;
	throw new AiAppError(
		'input',
		say`The fields of the input item can't be copied [item ${itemIndex}]`,
		{},
		"They may be nested too deep. Turn off 'Include Input Fields' under 'Output Options'. You weren't charged.",
	);
}

/** The item with the fields of its input item. Never for a failed item. */
export function withInputFields(
	item: INodeExecutionData,
	input: IDataObject | undefined,
): INodeExecutionData {
	if (!input) return item;
	const isSameTask = input['request_id'] === item.json['request_id'];
	const left = Object.entries(input).filter(
		([name]) =>
			!NEVER.has(name) &&
			!OF_RESULT.has(name) &&
			(isSameTask || !OF_RUN.has(name)) &&
			// Those of a failed item describe an earlier attempt.
			!(name === 'details' && Object.hasOwn(input, 'error')),
	);
	return { ...item, json: { ...deepCopy(Object.fromEntries(left)), ...item.json } };
}
