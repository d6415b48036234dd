/** An email as its reader gets it. */
export type Mail = {
	readonly to: string;
	readonly subject: string;
	/** Of the type text/plain; empty if there is none. */
	readonly text: string;
	/** Of the type text/html; empty if there is none. */
	readonly html: string;
	readonly files: readonly Buffer[];
};

type Part = { readonly mimeType: string; readonly content: Buffer };
type Headers = ReadonlyMap<string, string>;

/** Reads the source of an email, each byte of which is one character. */
export function readMail(source: string): Mail {
	const { headers } = split(source);
	const parts = partsOf(source);
	const textOf = (mimeType: string) =>
		parts.find((part) => part.mimeType === mimeType)?.content.toString('utf8') ?? '';
	return {
		to: headers.get('to') ?? '',
		subject: headers.get('subject') ?? '',
		text: textOf('text/plain'),
		html: textOf('text/html'),
		files: parts.flatMap(({ mimeType, content }) => (mimeType.startsWith('text/') ? [] : content)),
	};
}

function split(source: string): { readonly headers: Headers; readonly body: string } {
	const at = source.indexOf('\r\n\r\n');
	const lines = source
		.slice(0, at)
		.replace(/\r\n[ \t]+/g, ' ')
		.split('\r\n');
	const headers = lines.map((line): [string, string] => {
		const [name = '', ...value] = line.split(':');
		return [name.toLowerCase(), value.join(':').trim()];
	});
	return { headers: new Map(headers), body: source.slice(at + 4) };
}

function partsOf(source: string): readonly Part[] {
	const { headers, body } = split(source);
	const type = headers.get('content-type') ?? 'text/plain';
	const [, boundary] = /boundary="?([^";]+)/.exec(type) ?? [];
	if (boundary !== undefined) {
		const [, ...sources] = `\r\n${body}`.split(`\r\n--${boundary}`);
		return sources.slice(0, -1).flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
	}
	const content = decode(body, headers.get('content-transfer-encoding') ?? '');
	return [{ mimeType: type.split(';')[0] ?? '', content }];
}

function decode(body: string, encoding: string): Buffer {
	if (encoding === 'base64') return Buffer.from(body, 'base64');
	if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
	const joined = body.replace(/=\r\n/g, '');
	const bytes = joined.replace(/=([\dA-F]{2})/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	return Buffer.from(bytes, 'latin1');
}
