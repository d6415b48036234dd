import type { INodeProperties } from 'n8n-workflow';
import { asRequestId, say, settleSync, type Settled } from '../../../client/index';
import type { Panel } from './readParameter';
import { PanelError } from '../facts/panelError';

/**
 * By default the ID in the items of this node. To items of its error output, n8n adds the fields of
 * the input item, whose request ID is that of an earlier task.
 */
export const requestIdProperty: INodeProperties = {
	displayName: 'Request ID',
	name: 'requestId',
	type: 'string',
	required: true,
	default:
		'={{ $json.error && $json.details?.kind ? $json.details.request_id : $json.request_id }}',
	builderHint: {
		propertyHint:
			'Keep the default if the previous node is an AI App node or an AI App Trigger. It also reads items of an error output.',
	},
	placeholder: 'e.g. 8307183e-5d33-4a0c-9d3a-1f5a1a7a6c0e',
	description:
		'ID of the task, as returned by App: Run. By default, the request ID of the input item. For several tasks, separate their IDs with commas.',
};

/** With more IDs, one item would keep the node busy for hours. */
const MOST_IDS = 100;
const MOST_PARTS = 3 * MOST_IDS;

/**
 * Splits 'Request ID' into its IDs. Messages separate IDs with commas and end with a period, and
 * n8n turns a list into a text with commas.
 */
function textsOf({ ctx }: Pick<Panel, 'ctx'>, itemIndex: number): readonly string[] {
	const text = String(ctx.getNodeParameter('requestId', itemIndex, '') ?? '');
	// A period followed by a space adds an empty part, so there may be more parts than IDs. The
	// limit keeps n8n from splitting megabytes of text.
	const parts = text.split(/[,;\s]+|\.(?=\s|$)/, MOST_PARTS);
	const ids = parts.filter(Boolean);
	if (ids.length > MOST_IDS || parts.length === MOST_PARTS)
		throw new PanelError(
			say`'Request ID' takes up to ${MOST_IDS} IDs`,
			'Split them into several items.',
		);
	return ids.length > 0 ? ids : [''];
}

/** The request IDs of an item, each valid or rejected with kind `input`; at least one. */
export function readRequestIds(
	context: Pick<Panel, 'ctx'>,
	itemIndex: number,
): readonly Settled<string>[] {
	const texts = settleSync(() => textsOf(context, itemIndex));
	return texts.ok ? texts.value.map((text) => settleSync(() => requireRequestId(text))) : [texts];
}

function requireRequestId(text: string): string {
	const isMissing = ['', 'undefined', 'null'].includes(text);
	const id = isMissing ? undefined : asRequestId(text);
	if (id !== undefined) return id;
	throw new PanelError(
		isMissing ? "'Request ID' is empty" : say`"${text}" isn't a valid request ID`,
		"Enter the request ID of a task. By default, it's read from the field request_id of the input item.",
	);
}
