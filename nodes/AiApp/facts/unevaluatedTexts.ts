/** What a text contains in place of a value: an expression of n8n, or `[object Object]`. */
export type Unread = {
	readonly is: 'expression' | 'bareExpression' | 'object';
	/** As it stands in the text. */
	readonly quoted: string;
};

/**
 * What only n8n expressions contain between double braces. Words such as `{{style}}` and `{{ $value
 * }}` belong to other template languages, and dynamic prompts write `{2$$red|blue}`.
 */
const IN_BRACES = [
	/(?<![\w$])\$(?:binary|env|execution|input|itemIndex|json|node|now|parameter|prevNode|runIndex|secrets|today|vars|workflow)\b/,
	/(?<![\w$])\$(?:evaluateExpression|fromAI|if|ifEmpty|items?|jmes[Pp]ath|max|min)?\(/,
	/\b(?:DateTime|JSON|Math|Object)\.[a-zA-Z]/,
	/\bnew Date\b/,
];

/**
 * What only n8n expressions contain, even without braces. Prices, PHP, jQuery and shells match no
 * more than the dollar sign.
 */
const BARE = [
	/(?<![\w$\\])\$json(?:\??\.[\p{L}_]|(?:\?\.)?\[)/u,
	/(?<![\w$\\])\$binary\.[\p{L}_]/u,
	/(?<![\w$\\])\$input\.(?:all|context|first|item|last|params)\b/,
	/(?<![\w$\\])\$node(?:\[["'`]|\.[\p{L}_][\p{L}\d_]{0,60}\.(?:binary|context|json|parameter)\b)/u,
	/(?<![\w$\\])\$\( ?["'`][^"'`\n]{1,120}["'`] ?\)\.(?:all\(|context\b|isExecuted\b|item\b|itemMatching\(|json\b|params\b)/,
	/(?<![\w$\\])\$\( ?["'`][^"'`\n]{1,120}["'`] ?\)\.(?:first|last)\(\d{0,9}\)\??\.(?:binary|json)\b/,
	/(?<![\w$\\])\$(?:evaluateExpression|fromAI|items)\(/,
	/(?<![\w$\\])\$(?:env\.[A-Z_]{2}|vars\.[a-zA-Z_]|workflow\.(?:active|id|name)\b)/,
	/(?<![\w$\\])\$(?:execution\.(?:customData|id|mode|resumeUrl)|prevNode\.(?:name|outputIndex|runIndex))\b/,
	/(?<![\w$\\])\$(?:now|today)\.(?:diff|endOf|format|minus|plus|set|startOf|to[A-Z]|weekday|year)/,
	/^\s*=?\$(?:binary|input|itemIndex|json|now|runIndex|today)\s*$/,
];

/**
 * n8n puts `=` before a stored expression. After a word, `=` belongs to an attribute, as in JSX.
 */
const STORED = /(?<![\w\])}-])=$/;

const NAME_OF_OBJECT = '[object Object]';

/** Every text of every item is scanned, and no prompt is nearly this long. */
const SCANNED_LENGTH = 50_000;

/** What n8n should have replaced in the beginning of a text. Takes linear time. */
export function unreadIn(given: unknown): Unread | undefined {
	if (typeof given !== 'string') return undefined;
	const value = given.slice(0, SCANNED_LENGTH);
	if (value.includes(NAME_OF_OBJECT)) return { is: 'object', quoted: NAME_OF_OBJECT };
	const inBraces = expressionInBraces(value);
	if (inBraces !== undefined) return { is: 'expression', quoted: inBraces };
	const [begin] = BARE.map((shape) => value.search(shape)).filter((at) => at >= 0);
	if (begin === undefined) return undefined;
	const bare = EXPRESSION.exec(
		value
			.slice(begin)
			.trim()
			.slice(0, 2 * LONGEST_QUOTED),
	);
	return { is: 'bareExpression', quoted: quoted(bare?.[0] ?? '') };
}

/** Each is searched by itself, and no prompt has nearly as many. */
const MOST_BRACES = 1_000;

function expressionInBraces(text: string): string | undefined {
	const [first = '', ...parts] = text.split('{{', MOST_BRACES);
	let before = first;
	for (const part of parts) {
		const inside = part.split('}}', 1)[0] ?? '';
		const isStored = STORED.test(before);
		if (isStored || IN_BRACES.some((shape) => shape.test(inside))) return quoted(`{{${inside}}}`);
		before = part;
	}
	return undefined;
}

/** An expression, up to a sign that ends it. Quoted names in it may have spaces. */
const EXPRESSION = /^(?:["'`][^"'`\n]{0,60}["'`]|[^\s"'`,;!{}<>])+/;

const LONGEST_QUOTED = 60;

function quoted(text: string): string {
	return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
}
