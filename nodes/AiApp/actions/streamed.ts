import { AiAppError, settle, type Settled } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import type { ItemResult, PreparedWork, Work } from './operation';
import { failureMarkdown, resultMarkdown } from '../io/stream/markdown';
import { wordsForVisitor } from '../words/forVisitors';

/**
 * Makes a chat show the progress and the result of each piece of work.
 * @param isThrown whether the first failure ends the node: n8n then shows it, too
 */
export function streamed(
	context: ExecutionContext,
	works: readonly PreparedWork[],
	isThrown: boolean,
): readonly PreparedWork[] {
	const { stream } = context;
	// n8n itself tells the first failure, but only in the last try.
	const isLast = isThrown && context.ctx.getNode().retryOnFail !== true;
	const isOnly = isLast && works.length === 1;
	const parts = new Map<number, number>();
	for (const { itemIndex } of works) parts.set(itemIndex, (parts.get(itemIndex) ?? 0) + 1);
	const rejected = works.filter(({ work }) => !work.ok);
	for (const { itemIndex, work } of isThrown ? rejected.slice(0, 1) : rejected) {
		if (work.ok) continue;
		stream.begin(itemIndex, 1);
		stream.end({ itemIndex }, markdownOf(context, work, isLast));
	}
	return works.map((each) => {
		const { work } = each;
		if (!work.ok) return each;
		return { ...each, work: { ok: true, value: () => streamedWork(each, work.value) } };
	});

	async function streamedWork({ itemIndex, variation }: PreparedWork, work: Work) {
		stream.begin(itemIndex, parts.get(itemIndex) ?? 1);
		const outcome = await settle(work);
		const markdown = markdownOf(context, outcome, isOnly);
		stream.end({ itemIndex, variation }, markdown);
		if (!outcome.ok) throw outcome.error;
		return outcome.value;
	}
}

function markdownOf(
	{ ownHosts }: ExecutionContext,
	outcome: Settled<ItemResult>,
	isToldByN8n: boolean,
): string {
	if (outcome.ok) {
		const { result } = outcome.value;
		return result ? resultMarkdown(result, ownHosts) : 'Finished';
	}
	const { error } = outcome;
	const isStopped = error instanceof AiAppError && error.kind === 'execution_stopped';
	const title = isStopped ? 'Stopped' : 'Failed';
	if (isToldByN8n) return failureMarkdown('', title);
	const words = error instanceof AiAppError ? wordsForVisitor(error) : '';
	return failureMarkdown(words, title);
}
