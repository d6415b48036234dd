import type { INodeProperties } from 'n8n-workflow';
import { AiAppError, quotedValue, say } from '../../../client/index';

/**
 * The value of a parameter that offers several. The editor offers no others, but expressions, files
 * and language models can set any, and a default in its place would be charged.
 * @throws AiAppError kind `input`, naming the values, if it isn't one of them
 */
export function offeredValue(
	{ displayName, options = [] }: INodeProperties,
	value: unknown,
): string {
	const offered = options.flatMap((option) => ('value' in option ? option : []));
	if (typeof value === 'string' && offered.some((option) => option.value === value)) return value;
	const names = offered.map((option) => `${option.name} (${String(option.value)})`);
	throw new AiAppError(
		'input',
		say`'${displayName}' has no option ${quotedValue(value)}`,
		{ forAgents: 'Ask the user to check this tool.' },
		say`Choose one of: ${names}. You weren't charged.`,
	);
}
