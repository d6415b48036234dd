import { costOf, inOrder, say, type AiAppError } from '../../../client/index';
import { adviceFor } from './adviceByKind';
import { moneySentence } from './money';

/** The most reasons that one error lists. */
const MAX_TOLD = 10;

/** What people read below the message of an error: what to do, then what else is known, money last. */
export function descriptionOf(error: AiAppError): string {
	return inOrder([...sentencesOf(error), moneySentence(costOf(error))]);
}

/** The description of an error as sentences, without the one about money. */
export function sentencesOf(error: AiAppError): readonly string[] {
	const { inputId } = error.details;
	return [
		adviceFor(error),
		inputId === undefined ? '' : say`Input ID: ${inputId}.`,
		alsoInvalid(error),
		ofLastLook(error),
		ofEarlier(error),
	];
}

/** The task's ID, unless the message has it. The service's support asks for it first. */
export function requestIdOf({ message, details: { requestId } }: AiAppError): string {
	return requestId && !message.includes(requestId) ? say`Request ID: ${requestId}.` : '';
}

/** A sentence about further invalid values, for people and for models. */
export function alsoInvalid({ details: { others = [] } }: AiAppError): string {
	const told = others.slice(0, MAX_TOLD - 1);
	const left = others.length - told.length;
	if (left > 0) return say`Also invalid: ${told} and ${left} more.`;
	return told.length > 0 ? sentence(say`Also invalid: ${told}`) : '';
}

function ofLastLook({ details: { lastError, reason } }: AiAppError): string {
	if (lastError === undefined) return '';
	return reason === 'stopRefused'
		? sentence(lastError.message)
		: sentence(say`The last status check failed: ${lastError}`);
}

/**
 * The IDs of earlier tasks stand beside it, in the details of n8n's error and in the failed item. An
 * error about a task of its own says itself why there's no result.
 */
function ofEarlier({ details }: AiAppError): string {
	const { earlierIds = [], earlierReason, requestId } = details;
	return inOrder([
		earlierIds.length > 0 ? say`Earlier tasks of this item: ${earlierIds.length}.` : '',
		requestId === undefined && earlierReason ? sentence(say`The latest: ${earlierReason}`) : '',
	]);
}

/** A message with a period, unless the words of others at its end have one. */
export function sentence(message: string): string {
	return /[.!?]"?$/.test(message) ? message : `${message}.`;
}
