import { withoutSigns } from './untrustedText';

/**
 * IDs of form fields: the keys of the app, except for what n8n would run and for the double quote.
 * The editor cuts a field's name out of the parameter path at the first `"]` and would lose its value.
 * It and n8n skip members that objects have anyway.
 */
export function encodeFieldId(key: string): string {
	const id = key.replace(/[%"]|^(?=(?:__proto__|constructor|prototype)$)./g, percentEncoded);
	return withoutSigns(id, percentEncoded);
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
