import { inputError } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { parseHttpUrl } from '../parsing/urls';
import { about, nameOf } from './inputFacts';
import type { InputField } from './schema';
import { isRecord } from '../parsing/scalars';

/** The URL of the file itself, where it follows from the link alone. */
type Direct = (url: URL, id: string) => string;

function ofDrive(_: URL, id: string): string {
	return `https://drive.google.com/uc?export=download&id=${id}`;
}

function withOne(name: string): Direct {
	return (url) => {
		const direct = new URL(url);
		direct.searchParams.set(name, '1');
		return direct.href;
	};
}

/** Links to pages that show a file or a folder, by host, path and query. */
const SHARE_LINKS: readonly (readonly [RegExp, Direct?])[] = [
	[/^(?:drive|docs)\.google\.com\/(?:.*\/)?file\/(?:u\/\d+\/)?d\/([\w-]+)/, ofDrive],
	[/^(?:drive|docs)\.google\.com\/(?:.*\/)?open\?(?:.*&)?id=([\w-]+)/, ofDrive],
	[/^drive\.google\.com\/(?:a\/[^/]+\/)?(?:drive|folderview)\b/],
	[
		/^docs\.google\.com\/.*\/d\/(?:e\/)?[\w-]+(?:\/(?:edit|pubhtml|htmlview|preview|view.*)?)?(?:\?|$)/,
	],
	[/^(?:www\.)?dropbox\.com\/(?:[el]\/)?(?:s|scl|sh|t)\/(?!.*[?&](?:dl|raw)=1)/, withOne('dl')],
	[/^1drv\.ms\/(?!.*[?&](?:download|embed)=1)/],
	[/^(?:onedrive\.live|photos\.onedrive)\.com\/(?!download)/],
	[/^[\w.-]+\.sharepoint\.(?:cn|com|us)\/:\w:\/(?!.*[?&]download=1)/, withOne('download')],
	[/^[\w.-]+\.sharepoint\.(?:cn|com|us)\/(?!.*download)[^?]*\.aspx/],
	[/^\w+\.icloud\.com\/(?:attachment|iclouddrive|keynote|numbers|pages|photos|sharedalbum)\b/],
	[/^(?:we\.tl|(?!download\.)(?:[\w-]+\.)?wetransfer\.com\/(?:board|downloads))\//],
];

/** @throws AiAppError kind `input` if the URL of an input opens a page in place of the file */
export function requireNoShareLink(
	field: Pick<InputField, 'key' | 'kind' | 'label'>,
	text: string,
): void {
	const url = parseHttpUrl(text);
	if (!url) return;
	const address = `${url.hostname}${url.pathname}${url.search}`;
	const [link, direct] = SHARE_LINKS.find(([pattern]) => pattern.test(address)) ?? [];
	if (!link) return;
	const file = direct?.(url, link.exec(address)?.[1] ?? '');
	throw inputError(say`The URL for '${nameOf(field)}' is a share link, which opens a web page`, {
		...about(field, url.href),
		reason: 'shareLink',
		accepted: file === undefined ? [] : [{ key: file, label: file }],
	});
}

/**
 * A URL and the begin of a second one. In a path, one URL leads to another with certain signs only. In a
 * query, nearly all signs do. But signed URLs of one storage have queries, and a cell joins them.
 */
const SEVERAL: readonly RegExp[] = [
	/^\W*https?:\/\/[^?#]*[^/=(:@!?#]https?:\/\//i,
	/^\W*https?:\/\/.*[\s"<>]https?:\/\//is,
	/^(?!.*=http)\W*(https?:\/\/[^/?#]*\/).*[,;|]\1/is,
];
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/** @throws AiAppError kind `input` if the value of an input has several URLs */
export function requireOneUrl(
	field: Pick<InputField, 'key' | 'kind' | 'label'>,
	value: unknown,
): void {
	const text = isRecord(value) ? '' : String(value).slice(0, MAX_SCANNED);
	if (SEVERAL.some((pattern) => pattern.test(text)))
		throw inputError(say`'${nameOf(field)}' contains several URLs`, {
			...about(field, value),
			reason: 'severalUrls',
		});
}
