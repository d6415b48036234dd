const each = (text: string, write: (code: number) => string) =>
	Array.from(text, (letter) => write(letter.charCodeAt(0))).join('');
const hex = (code: number) => code.toString(16).padStart(2, '0');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const NAMES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** How services, gateways and storages write a secret that they quote: whole, cut or masked. */
export const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
	'as it is': (secret) => secret,
	'in upper case': (secret) => secret.toUpperCase(),
	'as a part of a URL': encodeURIComponent,
	'with all letters as in a URL': (secret) => each(secret, (code) => `%${hex(code)}`),
	'as a part of a URL within a URL': (secret) => each(secret, (code) => `%25${hex(code)}`),
	'with all letters as in JSON': (secret) => each(secret, (code) => `\\u00${hex(code)}`),
	'as JSON within JSON': (secret) => JSON.stringify(JSON.stringify({ secret })),
	'in HTML': (secret) => each(secret, (code) => `&#${code};`),
	'in HTML with names': (secret) => secret.replaceAll(/[&<>"']/g, (sign) => NAMES[sign] ?? sign),
	'in hexadecimal HTML': (secret) => each(secret, (code) => `&#x${hex(code)};`),
	'in base64': base64,
	'in base64 with its scheme': (secret) => base64(`Bearer ${secret}`),
	'in hexadecimal numbers': (secret) => Buffer.from(secret).toString('hex'),
	'without its last letter': (secret) => secret.slice(0, -1),
	'without its first letter': (secret) => secret.slice(1),
	'the first 16 letters': (secret) => secret.slice(0, 16),
	masked: (secret) => `${secret.slice(0, 14)}****${secret.slice(-4)}`,
};
