import type { Unread } from '../facts/unevaluatedTexts';

/** What to do about a text that n8n should have evaluated. */
export function adviceAtUnread({ is }: Unread): string {
	switch (is) {
		case 'object':
			return 'In the expression, use a member of the object, such as {{ $json.subject.name }}, or add .toJsonString().';
		case 'expression':
			return "n8n didn't evaluate this expression. Switch its field from 'Fixed' to 'Expression', or check the node that returned it.";
		case 'bareExpression':
			return "n8n didn't evaluate this expression. Switch its field from 'Fixed' to 'Expression' and write it in double braces, such as {{ $json.prompt }}, or check the node that returned it.";
	}
}
