import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { settleSync } from '../../../client/index';
import { readSwitch } from './readParameter';

export const streamProgress: INodeProperties = {
	displayName: 'Stream Progress',
	name: 'streamProgress',
	type: 'boolean',
	default: true,
	description:
		"Whether chats and webhook responses show how far each task is, and its result. Needs a Chat Trigger or Webhook that responds with 'Streaming'.",
};

/** The modes in which the node waits for a task. A pause would end the response. */
const WAITS = ['poll', 'keepOpen'];

/**
 * Whether an item is shown, by its own settings. If these can't be read, they may have been meant
 * to hide it.
 */
export function streamedIn(ctx: IExecuteFunctions): (itemIndex: number) => boolean {
	return (itemIndex) => {
		// Older versions of n8n don't provide this.
		if ((ctx as Partial<IExecuteFunctions>).isStreaming?.() !== true) return false;
		const isWanted = settleSync(
			() =>
				WAITS.includes(String(ctx.getNodeParameter('waitMode', itemIndex, 'poll'))) &&
				readSwitch(ctx, itemIndex, streamProgress),
		);
		return isWanted.ok && isWanted.value;
	};
}
