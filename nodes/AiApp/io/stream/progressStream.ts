import type { ChunkType, IExecuteFunctions } from 'n8n-workflow';
import {
	settle,
	type Clock,
	type Polled,
	type Progress,
	type Settled,
	type TaskResult,
} from '../../../../client/index';
import { plain, resultMarkdown } from './markdown';

/** A task of an item; `variation` counts from 1 where the item has several. */
type StreamedTask = { readonly itemIndex: number; readonly variation?: number | undefined };

/** How long a queue that accepts no chunks may delay the node. */
const DELIVERY_MS = 10_000;

/**
 * What a chat or a webhook response shows of the items while the node runs: a line for each new
 * status of a task, then what it has made. Each item has one beginning, because Chat Hub refuses a
 * second one.
 * @param isStreamed whether an item is shown, by its own settings
 * @param ownHosts hosts (with port) of the credential, which may be private
 */
export function createProgressStream(
	ctx: IExecuteFunctions,
	{ clock, progress }: { readonly clock: Clock; readonly progress: Progress },
	isStreamed: (itemIndex: number) => boolean,
	ownHosts: readonly string[],
) {
	const { send, delivered } = createSender(ctx, clock);
	const begun = new Set<number>();

	function tell(task: StreamedTask, markdown: string): void {
		const { itemIndex } = task;
		if (!isStreamed(itemIndex)) return;
		if (!begun.has(itemIndex)) send('begin', itemIndex);
		begun.add(itemIndex);
		send('item', itemIndex, `${lineLabel(ctx, task)}${markdown}\n\n`);
	}

	return {
		progressOf(task: StreamedTask, name?: string): Progress {
			const seen = new Set<string>();
			if (name !== undefined) tell(task, `Starting **${plain(name)}**`);
			return {
				...progress,
				polled(polled) {
					if (!seen.has(polled.status)) tell(task, statusLine(polled));
					seen.add(polled.status);
				},
			};
		},
		ended(task: StreamedTask, outcome: Settled<{ readonly result?: TaskResult }>): void {
			tell(task, endLine(outcome, ownHosts));
		},
		/** Ends what has begun, and resolves when the reader has everything, as far as that is known. */
		async close(): Promise<void> {
			for (const itemIndex of begun) send('end', itemIndex);
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

function statusLine({ status, queueCount = 0 }: Polled): string {
	return queueCount > 0 ? `${plain(status)}, ${queueCount} ahead` : plain(status);
}

/**
 * The last line of an item. It doesn't say why an item failed, because n8n or the next node does.
 */
function endLine(
	outcome: Settled<{ readonly result?: TaskResult }>,
	ownHosts: readonly string[],
): string {
	if (!outcome.ok) return outcome.error.kind === 'execution_stopped' ? 'Stopped' : 'Failed';
	const { result } = outcome.value;
	return result ? resultMarkdown(result, ownHosts) : 'Success';
}

/** What a line begins with, because chats show all items of a node in one message. */
function lineLabel(ctx: IExecuteFunctions, { itemIndex, variation }: StreamedTask): string {
	const item = ctx.getInputData().length > 1 && `Item ${itemIndex + 1}`;
	const label = [item, variation && `Task ${variation}`].filter(Boolean).join(', ');
	return label && `**${label}:** `;
}
