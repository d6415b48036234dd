import type { Readable } from 'node:stream';
import axios from 'axios';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { NodeDraft } from './pauseWorkflows.mts';

/** A line of a streamed response. */
export type Chunk = {
	readonly type: string;
	readonly content?: string;
	readonly metadata: { readonly nodeName: string; readonly itemIndex: number };
	/** When it arrived. */
	readonly at: number;
};

export type StreamingCall = {
	/** What has arrived so far. */
	readonly chunks: readonly Chunk[];
	/** Resolves when n8n has closed the response. */
	readonly closed: Promise<void>;
	/** Hangs up. */
	hangUp(): void;
};

/** A webhook whose responses are streamed, or end with the result of the last node. */
export function webhook(path: string, responseMode: 'lastNode' | 'streaming'): NodeDraft {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode, options: {} },
	};
}

/** Calls a webhook that was just published: n8n responds with 404 until it has registered it. */
export function callStreaming(url: string, body: object = {}): Promise<StreamingCall> {
	return waitUntil(`${url} to be registered`, () => callOnce(url, body), { timeoutMs: 90_000 });
}

async function callOnce(url: string, body: object): Promise<StreamingCall | undefined> {
	const { data, status } = await axios.post<Readable>(url, body, {
		responseType: 'stream',
		validateStatus: () => true,
	});
	if (status === 404) return void data.destroy();
	const chunks: Chunk[] = [];
	// Who hangs up gets an error.
	const closed = readInto(chunks, data).catch(() => undefined);
	return { chunks, closed, hangUp: () => data.destroy() };
}

async function readInto(chunks: Chunk[], data: Readable): Promise<void> {
	let begun = '';
	for await (const bytes of data) {
		const lines = `${begun}${String(bytes)}`.split('\n');
		begun = lines.pop() ?? '';
		const read = lines.map((line) => ({ ...(JSON.parse(line) as Chunk), at: Date.now() }));
		chunks.push(...read.filter(({ type }) => type !== 'keepalive'));
	}
}
