import type { ChunkType, IExecuteFunctions } from 'n8n-workflow';
import { settle, type PastTasks, type Clock, type Progress } from '../../../../client/index';
import { plain } from './markdown';
import { tellStatus } from './statusLines';

/** A task of an item; `variation` counts from 1 where the item has several. */
type StreamedTask = { readonly itemIndex: number; readonly variation?: number | undefined };

type StreamPorts = {
	readonly clock: Clock;
	readonly progress: Progress;
	/** What the latest tasks of an app cost: how long they ran. */
	readonly pastTasks: Pick<PastTasks, 'billedSeconds'>;
};

/** How long a queue that accepts no chunks may delay the node. */
const DELIVERY_MS = 10_000;

/**
 * What is shown of the items while the node runs, in a chat or a webhook response: a beginning and an
 * end for each item, because Chat Hub refuses a second beginning, and whole lines of Markdown.
 * @param isStreamed whether an item is shown, by its own settings
 */
export function createProgressStream(
	ctx: IExecuteFunctions,
	{ clock, progress, pastTasks }: StreamPorts,
	isStreamed: (itemIndex: number) => boolean,
) {
	const { send, delivered } = createSender(ctx, clock);
	const turnsLeft = new Map<number, number>();

	function tell(task: StreamedTask, markdown: string): void {
		const { itemIndex } = task;
		if (!turnsLeft.has(itemIndex)) return;
		send('item', itemIndex, `${lineLabel(ctx, task)}${markdown}\n\n`);
	}

	return {
		begin(itemIndex: number, turns: number): void {
			if (turnsLeft.has(itemIndex) || !isStreamed(itemIndex)) return;
			turnsLeft.set(itemIndex, turns);
			send('begin', itemIndex);
		},
		progressOf(task: StreamedTask, name?: string): Progress {
			if (name !== undefined) tell(task, `Starting **${plain(name)}**`);
			const tellOfTask = (line: string) => tell(task, line);
			return { ...progress, polled: tellStatus(clock.now, pastTasks.billedSeconds, tellOfTask) };
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
				// This is a promise, whatever its type says: workers send chunks through a queue.
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
function lineLabel(ctx: IExecuteFunctions, { itemIndex, variation }: StreamedTask): string {
	const item = ctx.getInputData().length > 1 && `Item ${itemIndex + 1}`;
	const label = [item, variation && `Task ${variation}`].filter(Boolean).join(', ');
	return label && `**${label}:** `;
}
