type Spell = (secret: string) => string;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inForm = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);
const SIGNS: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
const inHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
const asCode = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`;
const asUpperCode = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** How serializers of JSON write a text. */
export const JSON_SPELLINGS: Readonly<Record<string, Spell>> = {
	'in JSON': inJson,
	'in JSON of PHP': (secret) => inJson(secret).replaceAll('/', '\\/'),
	'in JSON of Go': (secret) => inJson(secret).replaceAll(/[<>&]/g, asCode),
	'in JSON of .NET': (secret) =>
		secret.replaceAll('\\', '\\\\').replaceAll(/["&'+<>`]/g, asUpperCode),
};

/** How programs write a whole secret that they quote. */
export const WHOLE_SPELLINGS: Readonly<Record<string, Spell>> = {
	'as it is': (secret) => secret,
	'in a URL': encodeURIComponent,
	'in a URL, with small letters': (secret) =>
		encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase()),
	'in a URL within a URL': (secret) => encodeURIComponent(encodeURIComponent(secret)),
	'in a form': inForm,
	...JSON_SPELLINGS,
	'in JSON within JSON': (secret) => inJson(inJson(secret)),
	'in HTML': inHtml,
	'in HTML of JSON': (secret) => inHtml(inJson(secret)),
	'in JSON of HTML': (secret) => inJson(inHtml(secret)),
	'in JSON of a URL': (secret) => inJson(encodeURIComponent(secret)),
	'in base64': base64,
	'in base64 with its scheme': (secret) => base64(`Bearer ${secret}`),
	'in base64 with a user': (secret) => base64(`me:${secret}`),
	'in base64 for URLs': (secret) => Buffer.from(`Bearer ${secret}`).toString('base64url'),
	'in hexadecimal numbers': (secret) => Buffer.from(secret).toString('hex'),
	'in large hexadecimal numbers': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
};

/** How services, gateways and storages write a secret that they quote: whole, cut or masked. */
export const SPELLINGS: Readonly<Record<string, Spell>> = {
	...WHOLE_SPELLINGS,
	'in lines of base64': (secret) =>
		base64(`Authorization: Bearer ${secret}`).replace(/.{76}/g, '$&\n'),
	'without its last letter': (secret) => secret.slice(0, -1),
	'without its first letter': (secret) => secret.slice(1),
	'the first 16 letters': (secret) => secret.slice(0, 16),
	masked: (secret) => `${secret.slice(0, 14)}****${secret.slice(-4)}`,
};
