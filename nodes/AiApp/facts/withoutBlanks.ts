/** An expression that stands alone, with the blanks around it. */
const ALONE = /^=(\s*)\{\{[^]*\}\}(\s*)$/;

/**
 * The value of a field, without the blanks around its expression. n8n's editor stores some when an
 * expression is pasted into an empty field, and then returns a text of blanks for a missing value.
 * @param typed the field before n8n evaluates it
 */
export function evaluated(typed: unknown, value: unknown): unknown {
	if (typeof typed !== 'string' || typeof value !== 'string') return value;
	const [, before = '', after = ''] = ALONE.exec(typed) ?? [];
	return value.slice(before.length, value.length - after.length);
}
