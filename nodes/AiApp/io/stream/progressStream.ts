import type { ChunkType, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	settle,
	settleSync,
	type PastTasks,
	type Clock,
	type Progress,
} from '../../../../client/index';
import { readSwitch } from '../../parameters/readParameter';
import { plain } from './markdown';
import { tellStatus } from './statusLines';

export const streamProgress: INodeProperties = {
	displayName: 'Stream Progress',
	name: 'streamProgress',
	type: 'boolean',
	default: true,
	description:
		"Whether chats and webhook responses show how far each task is, and its result. Needs a Chat Trigger or Webhook that responds with 'Streaming'.",
};

/** A task of an item; `variation` counts from 1 where the item has several. */
type StreamedTask = { readonly itemIndex: number; readonly variation?: number | undefined };

/** Where the node waits for a task; a pause ends the response. */
const WAITS = ['poll', 'keepOpen'];
/** A queue that takes no chunk doesn't hold the node for longer. */
const DELIVERY_MS = 10_000;

/**
 * What is shown of the items while the node runs, in a chat or a webhook response: a beginning and an
 * end for each item, because Chat Hub refuses a second beginning, and whole lines of Markdown.
 * @param billedSeconds what the latest tasks of an app cost: how long they ran
 */
export function createProgressStream(
	ctx: IExecuteFunctions,
	clock: Clock,
	progress: Progress,
	billedSeconds: PastTasks['billedSeconds'],
) {
	const { send, delivered } = createSender(ctx, clock);
	const turnsLeft = new Map<number, number>();

	function tell(task: StreamedTask, markdown: string): void {
		const { itemIndex } = task;
		if (!turnsLeft.has(itemIndex)) return;
		send('item', itemIndex, `${labelOf(ctx, task)}${markdown}\n\n`);
	}

	return {
		begin(itemIndex: number, turns: number): void {
			if (turnsLeft.has(itemIndex) || !isStreamed(ctx, itemIndex)) return;
			turnsLeft.set(itemIndex, turns);
			send('begin', itemIndex);
		},
		progressOf(task: StreamedTask, name?: string): Progress {
			if (name !== undefined) tell(task, `Starting **${plain(name)}**`);
			const tellOfTask = (line: string) => tell(task, line);
			return { ...progress, polled: tellStatus(clock.now, billedSeconds, tellOfTask) };
		},
		end(task: StreamedTask, markdown: string): void {
			tell(task, markdown);
			const left = (turnsLeft.get(task.itemIndex) ?? 0) - 1;
			if (left > 0) turnsLeft.set(task.itemIndex, left);
			else if (turnsLeft.delete(task.itemIndex)) send('end', task.itemIndex);
		},
		/** Ends what has begun, and resolves when the reader has everything, as far as that is known. */
		async close(): Promise<void> {
			for (const itemIndex of turnsLeft.keys()) send('end', itemIndex);
			turnsLeft.clear();
			await delivered();
		},
	};
}

/** Sends chunks one after the other, and waits for them only at the end. A lost one fails no item. */
function createSender(ctx: IExecuteFunctions, clock: Clock) {
	let sent: Promise<unknown> | undefined;

	return {
		send(type: ChunkType, itemIndex: number, content?: string): void {
			const earlier = sent;
			sent = settle(async () => {
				await earlier;
				// A promise, whatever its type says: workers send chunks by the queue.
				await (ctx.sendChunk(type, itemIndex, content) as unknown as Promise<void>);
			});
		},
		async delivered(): Promise<void> {
			const done = new AbortController();
			void sent?.then(() => done.abort());
			if (sent) await clock.sleep(DELIVERY_MS, done.signal);
		},
	};
}

/** Chats show all items of a node in one message. */
function labelOf(ctx: IExecuteFunctions, { itemIndex, variation }: StreamedTask): string {
	const item = ctx.getInputData().length > 1 && `Item ${itemIndex + 1}`;
	const label = [item, variation && `Task ${variation}`].filter(Boolean).join(', ');
	return label && `**${label}:** `;
}

/** By the item's own settings. What can't be read may have been meant to hide. */
function isStreamed(ctx: IExecuteFunctions, itemIndex: number): boolean {
	// Older versions of n8n don't provide this.
	if ((ctx as Partial<IExecuteFunctions>).isStreaming?.() !== true) return false;
	const isWanted = settleSync(
		() =>
			WAITS.includes(String(ctx.getNodeParameter('waitMode', itemIndex, 'poll'))) &&
			readSwitch(ctx, itemIndex, streamProgress),
	);
	return isWanted.ok && isWanted.value;
}
