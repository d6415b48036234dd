import type { StructuredChunk } from 'n8n-workflow';
import type { Ended, Execution } from '../engine.mts';
import { PROMPT, runForm, type Service } from '../service.mts';
import type { Parameters } from '../instance.mts';

/** What a node streamed, with the time of each chunk. */
export type Streamed = Ended & {
	readonly chunks: readonly (StructuredChunk & { readonly at: number })[];
	/** The lines of an item, without the empty ones between them. */
	lines(itemIndex?: number): string[];
};

/** Runs the node in an execution whose response is streamed. */
export async function stream(
	service: Service,
	execution: Omit<Execution, 'credential'>,
): Promise<Streamed> {
	const chunks: (StructuredChunk & { at: number })[] = [];
	const ended = await service.run({
		onChunk: (chunk) => void chunks.push({ ...chunk, at: service.time.now() }),
		...execution,
	});
	return {
		...ended,
		chunks,
		lines: (itemIndex = 0) =>
			chunks
				.filter(({ type, metadata }) => type === 'item' && metadata.itemIndex === itemIndex)
				.map(({ content = '' }) => content.trimEnd()),
	};
}

/** The types of the chunks of an item; lines in a row count as one. */
export function outline({ chunks }: Streamed, itemIndex = 0): string {
	const types = chunks
		.filter(({ metadata }) => metadata.itemIndex === itemIndex)
		.map(({ type }) => type);
	return types.filter((type, n) => type !== 'item' || types[n - 1] !== 'item').join(' ');
}

/** Parameters of App: Run for a picture. */
export function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
}
