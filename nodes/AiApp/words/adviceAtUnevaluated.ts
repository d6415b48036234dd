import { counted, inOrder, say, type AiAppError, type ErrorDetails } from '../../../client/index';
import { PanelError } from '../facts/panelError';
import type { UnevaluatedText } from '../facts/unevaluatedTexts';

const ADVICE: Readonly<Record<UnevaluatedText['is'], string>> = {
	expression:
		"n8n didn't evaluate this expression. Switch its field from 'Fixed' to 'Expression' and write it in double braces, such as {{ $json.prompt }}, or check the node that returned it.",
	nothing: 'Check the field names in the expression, and the node that returned the text.',
	object:
		'In the expression, use a member of the object, such as {{ $json.subject.name }}, or add .toJsonString().',
};

/** What to do about a text that n8n should have evaluated. */
export function adviceAtUnevaluated({ is }: UnevaluatedText): string {
	return ADVICE[is];
}

/** What a hint says of such a text in several items. The text is sent, because it may be meant. */
export function unevaluatedHint(what: string, found: UnevaluatedText) {
	return (items: number) =>
		say`${what} contains ${found.quoted} as plain text in ${counted(items, 'item')}. ${adviceAtUnevaluated(found)}`;
}

const LITERALLY = 'To send exactly this, put it in quotation marks.';

/** A value that can't be sent, because n8n should have evaluated it. */
export function unevaluatedError(
	what: string,
	found: UnevaluatedText,
	details?: ErrorDetails,
): AiAppError {
	const { isWhole, quoted } = found;
	const contains = isWhole ? say`is nothing but "${quoted}"` : say`contains ${quoted}`;
	const advice = inOrder([adviceAtUnevaluated(found), isWhole ? LITERALLY : '']);
	return new PanelError(say`${what} ${contains}`, say`${advice}`, 'correct', details);
}
