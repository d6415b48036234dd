/** What a text contains in place of a value. */
export type UnevaluatedText = {
	/** An expression of n8n, or what it makes of an object or of nothing. */
	readonly is: 'expression' | 'nothing' | 'object';
	/** As it stands in the text. */
	readonly quoted: string;
	/** The text has nothing else, and nobody writes such a prompt. */
	readonly isWhole?: true;
};

/**
 * What only n8n expressions contain, in double braces or without them. Words such as `{{style}}` and
 * `{{ $value }}` belong to other template languages, `{2$$red|blue}` to dynamic prompts, and
 * `$('#menu')` to jQuery.
 */
const EXPRESSION =
	/\{\{[^{}]*?(?<![\w$])\$(?:\(|(?:binary|env|execution|fromAI|if|input|items|json|node|now|today|vars|workflow)\b)[^{}]{0,60}(?:\}\})?|(?<![\w$\\])\$(?:json(?:\??\.[\p{L}_]|(?:\?\.)?\[)|input\.(?:all|first|item|last)\b|\(["'`][^"'`\n#.][^"'`\n]{0,120}["'`]\)\.(?:all|first|item|last)\b)(?:["'`][^"'`\n]{0,60}["'`]|[^\s"'`,;!{}<>]){0,60}/u;

const NAME_OF_OBJECT = '[object Object]';

/** What `String` makes of values that aren't there, or of several. */
const PLACEHOLDERS = /^[\s,]*(?:(?:undefined|null|NaN|\[object Object\])[\s,]*){1,20}$/;

const LONGEST_QUOTED = 60;

/** What n8n should have replaced in a text. Takes linear time. */
export function unevaluatedIn(given: unknown): UnevaluatedText | undefined {
	if (typeof given !== 'string') return undefined;
	const isObject = given.includes(NAME_OF_OBJECT);
	if (PLACEHOLDERS.test(given))
		return { is: isObject ? 'object' : 'nothing', quoted: quoted(given.trim()), isWhole: true };
	if (isObject) return { is: 'object', quoted: NAME_OF_OBJECT };
	const [expression] = EXPRESSION.exec(given) ?? [];
	return expression === undefined ? undefined : { is: 'expression', quoted: quoted(expression) };
}

function quoted(text: string): string {
	return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
}
