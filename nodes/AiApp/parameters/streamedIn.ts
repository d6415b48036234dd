import type { IExecuteFunctions } from 'n8n-workflow';
import { settleSync } from '../../../client/index';

/** The modes in which the node waits for a task. A pause would end the response. */
const WAITS = ['poll', 'keepOpen'];

/** Whether somebody watches the response in which an item's progress can be shown. */
export function streamedIn(ctx: IExecuteFunctions): (itemIndex: number) => boolean {
	return (itemIndex) => {
		// Older versions of n8n don't provide this.
		if ((ctx as Partial<IExecuteFunctions>).isStreaming?.() !== true) return false;
		const waitMode = settleSync(() => ctx.getNodeParameter('waitMode', itemIndex, 'poll'));
		return waitMode.ok && WAITS.includes(String(waitMode.value));
	};
}
