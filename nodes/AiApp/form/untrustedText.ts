/**
 * What n8n acts on in untrusted texts that it stores as parameters: only this file keeps n8n from
 * running them. n8n runs a parameter that begins with `=`, also in a stored form. Its editor adds
 * that sign if a text with `{{` is chosen, dropped on a field or switched to Expression. An agent's
 * tool gets an argument for each `$fromAI` of a parameter.
 */
const RUN_BY_N8N = /^\s*=|(?<=\{)\{|(?<=\$)f(?=romAI)/gi;
const FIRST_RUN_BY_N8N = new RegExp(RUN_BY_N8N, 'i');

/** Has no width, and isn't white space that n8n would skip or trim. */
const APART = '\u200b';

/**
 * A text that looks the same but that n8n treats as plain text; other values as they are. An app may have
 * millions of such signs, and a function for each of them would take seconds.
 */
export function harmless<Value>(value: Value): Value | string {
	return typeof value === 'string' ? value.replace(RUN_BY_N8N, `${APART}$&`) : value;
}

/** The app's own value that `harmless` changed into the given one, else the given one. */
export function ownValue<Value>(given: Value, own: () => readonly Value[]): Value {
	if (typeof given !== 'string' || !given.includes(APART)) return given;
	return own().find((value) => harmless(value) === given) ?? given;
}

/**
 * Whether a text may be filled into a field. The task gets the text exactly as the field has it, so
 * no replacement is possible. The text is checked without its line breaks, because the editor
 * removes them when the user edits it.
 */
export function canBeFilledIn(text: string): boolean {
	return !FIRST_RUN_BY_N8N.test(text.replace(/[\r\n]+/g, ''));
}

/**
 * IDs of form fields: the keys of the app, except for what n8n would run and for the double quote.
 * The editor cuts a field's name out of the parameter path at the first `"]` and would lose its
 * value. Editor and n8n skip names that every object has, such as `constructor`.
 */
export function encodeFieldId(key: string): string {
	const id = key.replace(/[%"]|^(?=(?:__proto__|constructor|prototype)$)./g, percentEncoded);
	return id.replace(RUN_BY_N8N, percentEncoded);
}

/** The key of the app for a form field. */
export function decodeFieldId(id: string): string {
	return id.replace(/%(22|25|3D|46|5F|63|66|70|7B)/g, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Encodes only the sign, not white space before it, so that the key stays readable. */
function percentEncoded(sign: string): string {
	const code = sign
		.charCodeAt(sign.length - 1)
		.toString(16)
		.toUpperCase();
	return `${sign.slice(0, -1)}%${code}`;
}
