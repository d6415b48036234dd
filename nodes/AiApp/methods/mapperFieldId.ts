import { withoutSigns } from './untrustedText';

/**
 * Ids of form fields. They are the keys of the app, but for what n8n would run of them, and for the
 * double quote: the editor cuts a field's name out of the parameter path at the first `"]` and
 * would lose what is typed into it.
 */
export function encodeFieldId(key: string): string {
	return withoutSigns(key.replace(/[%"]/g, percentEncoded), percentEncoded);
}

/** The key of the app that a form field stands for. */
export function decodeFieldId(id: string): string {
	return id.replace(/%(22|25|3D|46|66|7B)/g, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Of a sign with white space before it the sign alone, so that the key can still be read. */
function percentEncoded(sign: string): string {
	const code = sign
		.charCodeAt(sign.length - 1)
		.toString(16)
		.toUpperCase();
	return `${sign.slice(0, -1)}%${code}`;
}
