/**
 * Texts that somebody else wrote, where n8n stores them as parameters: what it would run of them is
 * kept from it here and nowhere else. n8n runs a parameter that begins with `=`, those of a stored
 * form included. Its editor writes that sign itself where a text with `{{` is picked, dragged upon
 * or switched to Expression. A tool of an agent gets an argument for each `$fromAI` of a parameter.
 */
const RUN_BY_N8N = /^\s*=|(?<=\{)\{|(?<=\$)f(?=romAI)/gi;

/** Has no width, and is no white space that n8n would skip or cut off. */
const APART = '\u200b';

/** The text with another for each sign that n8n would act upon. */
export function withoutSigns(text: string, insteadOf: (sign: string) => string): string {
	return text.replace(RUN_BY_N8N, insteadOf);
}

/** A text that reads the same, which n8n takes for nothing but a text; other values as they are. */
export function harmless<Value>(value: Value): Value | string {
	return typeof value === 'string' ? withoutSigns(value, (sign) => APART + sign) : value;
}

/** The one of an app's own values that `harmless` made the given one of, else what was given. */
export function ownValue<Value>(given: Value, own: () => readonly Value[]): Value {
	if (typeof given !== 'string' || !given.includes(APART)) return given;
	return own().find((value) => harmless(value) === given) ?? given;
}

/**
 * Whether a text may be filled into a field. It is sent as it stands there, so it cannot be changed.
 * The editor shows it without its line breaks, and keeps it so when the user continues with it.
 */
export function canBeFilledIn(text: string): boolean {
	const line = text.replace(/[\r\n]/g, '');
	return harmless(line) === line;
}
