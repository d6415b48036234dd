import { settle } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import type { ItemResult, PreparedWork } from '../execution/operation';
import { toNodeError } from '../io/errors';
import { failureMarkdown, resultMarkdown } from '../io/stream/markdown';

/**
 * The same work, of which a chat shows how far it is and what comes of it.
 * @param isThrown whether the first failure ends the node, so that n8n tells a part of it
 */
export function streamed(
	context: ExecutionContext,
	works: readonly PreparedWork[],
	isThrown: boolean,
): readonly PreparedWork[] {
	const rejected = works.filter(({ work }) => !work.ok);
	for (const { itemIndex, work } of isThrown ? rejected.slice(0, 1) : rejected) {
		context.stream.begin(itemIndex, 1);
		if (!work.ok) context.stream.end({ itemIndex }, failureOf(work.error, itemIndex));
	}
	return works.map((each) => {
		const { work } = each;
		if (!work.ok) return each;
		return { ...each, work: { ok: true, value: (turn) => streamedTurn(each, work.value, turn) } };
	});

	async function streamedTurn(
		{ itemIndex, times = 1 }: PreparedWork,
		work: (turn: number) => Promise<ItemResult>,
		turn: number,
	): Promise<ItemResult> {
		const task = { itemIndex, variation: times > 1 ? turn : undefined };
		context.stream.begin(itemIndex, times);
		const outcome = await settle(() => work(turn));
		context.stream.end(
			task,
			outcome.ok ? resultOf(outcome.value) : failureOf(outcome.error, itemIndex),
		);
		if (!outcome.ok) throw outcome.error;
		return outcome.value;
	}

	function resultOf({ result }: ItemResult): string {
		return result ? resultMarkdown(result, context.ownHosts) : 'Finished';
	}

	function failureOf(error: unknown, itemIndex: number): string {
		return failureMarkdown(toNodeError(context.ctx.getNode(), error, itemIndex), isThrown);
	}
}
