/**
 * Texts of others that n8n stores as parameters: only this file keeps n8n from running them. n8n runs
 * a parameter that begins with `=`, also in a stored form. Its editor adds that sign if a text with
 * `{{` is chosen, dropped on a field or switched to Expression. An agent's tool gets an argument for
 * each `$fromAI` of a parameter.
 */
const RUN_BY_N8N = /^\s*=|(?<=\{)\{|(?<=\$)f(?=romAI)/gi;

/** Has no width, and isn't white space that n8n would skip or trim. */
const APART = '\u200b';

/** The text with a replacement for each sign that n8n would act on. */
export function withoutSigns(text: string, insteadOf: (sign: string) => string): string {
	return text.replace(RUN_BY_N8N, insteadOf);
}

/** A text that looks the same but that n8n treats as plain text; other values as they are. */
export function harmless<Value>(value: Value): Value | string {
	return typeof value === 'string' ? withoutSigns(value, (sign) => APART + sign) : value;
}

/** The app's own value that `harmless` changed into the given one, else the given one. */
export function ownValue<Value>(given: Value, own: () => readonly Value[]): Value {
	if (typeof given !== 'string' || !given.includes(APART)) return given;
	return own().find((value) => harmless(value) === given) ?? given;
}

/**
 * Whether a text may be filled into a field. It's sent as it is in the field, so it can't be changed.
 * The editor shows it without its line breaks, and keeps it so when the user continues with it.
 */
export function canBeFilledIn(text: string): boolean {
	const line = text.replace(/[\r\n]/g, '');
	return harmless(line) === line;
}
