import { inOrder, kindOf, say, type AiAppError } from '../../../client/index';

/**
 * What a chat's visitor or the caller of a streaming webhook reads: what happened, for somebody who
 * doesn't know the workflow and mustn't learn about its credential.
 */
export function wordsForVisitor({ kind, details: { requestId } }: AiAppError): string {
	return inOrder([sentenceFor(kind), requestId ? say`Request ID: ${requestId}.` : '']);
}

function sentenceFor(kind: AiAppError['kind']): string {
	const { countsAs, isOfAccount, isOfApp, isOfTask, title } = kindOf(kind);
	if (countsAs === 'invalid') return "A value can't be used.";
	if (isOfAccount || isOfApp) return "The service can't be used at the moment.";
	if (title !== undefined) return `${title}.`;
	return isOfTask ? 'The task has no result.' : "The service didn't respond.";
}
