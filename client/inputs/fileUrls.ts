import { inputError } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { parseHttpUrl } from '../parsing/urls';
import { inputDetails, nameOf, type NamedInput } from './inputFacts';
import { isRecord } from '../parsing/scalars';

/**
 * Links to pages that show a file or a folder, by host, path and query. If the file's own URL can
 * be made from the link, the link has a reason of its own, by which the advice says how. Where that
 * needs the file's ID, the pattern has a group for it.
 */
const SHARE_LINKS = [
	{
		link: /^(?:drive|docs)\.google\.com\/(?:.*\/)?file\/(?:u\/\d+\/)?d\/([\w-]+)/,
		reason: 'driveLink',
	},
	{ link: /^(?:drive|docs)\.google\.com\/(?:.*\/)?open\?(?:.*&)?id=([\w-]+)/, reason: 'driveLink' },
	{ link: /^drive\.google\.com\/(?:a\/[^/]+\/)?(?:drive|folderview)\b/, reason: 'shareLink' },
	{
		link: /^docs\.google\.com\/.*\/d\/(?:e\/)?[\w-]+(?:\/(?:edit|pubhtml|htmlview|preview|view.*)?)?(?:\?|$)/,
		reason: 'shareLink',
	},
	{
		link: /^(?:www\.)?dropbox\.com\/(?:[el]\/)?(?:s|scl|sh|t)\/(?!.*[?&](?:dl|raw)=1)/,
		reason: 'dropboxLink',
	},
	{ link: /^1drv\.ms\/(?!.*[?&](?:download|embed)=1)/, reason: 'shareLink' },
	{ link: /^(?:onedrive\.live|photos\.onedrive)\.com\/(?!download)/, reason: 'shareLink' },
	{
		link: /^[\w.-]+\.sharepoint\.(?:cn|com|us)\/:\w:\/(?!.*[?&]download=1)/,
		reason: 'sharePointLink',
	},
	{ link: /^[\w.-]+\.sharepoint\.(?:cn|com|us)\/(?!.*download)[^?]*\.aspx/, reason: 'shareLink' },
	{
		link: /^\w+\.icloud\.com\/(?:attachment|iclouddrive|keynote|numbers|pages|photos|sharedalbum)\b/,
		reason: 'shareLink',
	},
	{
		link: /^(?:we\.tl|(?!download\.)(?:[\w-]+\.)?wetransfer\.com\/(?:board|downloads))\//,
		reason: 'shareLink',
	},
];

/** @throws AiAppError kind `input` if the URL of an input opens a page in place of the file */
export function requireNoShareLink(field: NamedInput, text: string): void {
	const url = parseHttpUrl(text);
	if (!url) return;
	const address = `${url.hostname}${url.pathname}${url.search}`;
	const known = SHARE_LINKS.find(({ link }) => link.test(address));
	if (!known) return;
	throw inputError(say`The URL for '${nameOf(field)}' is a share link, which opens a web page`, {
		...inputDetails(field, url.href),
		reason: known.reason,
		part: known.link.exec(address)?.[1],
	});
}

/**
 * How a second URL in a value is recognized. A single URL may contain another one, as links of web
 * archives and redirects do.
 */
const SEVERAL: readonly RegExp[] = [
	// A URL that stands in the path of another one follows one of the signs that this excludes.
	/^\W*https?:\/\/[^?#]*[^/=(:@!?#]https?:\/\//i,
	// These signs end a URL.
	/^\W*https?:\/\/.*[\s"<>]https?:\/\//is,
	// A query may contain nearly any sign. But a cell joins signed URLs of one storage, which have
	// queries, by one of these signs.
	/^(?!.*=http)\W*(https?:\/\/[^/?#]*\/).*[,;|]\1/is,
];
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/** @throws AiAppError kind `input` if the value of an input has several URLs */
export function requireOneUrl(field: NamedInput, value: unknown): void {
	const text = isRecord(value) ? '' : String(value).slice(0, MAX_SCANNED);
	if (SEVERAL.some((pattern) => pattern.test(text)))
		throw inputError(say`'${nameOf(field)}' contains several URLs`, {
			...inputDetails(field, value),
			reason: 'severalUrls',
		});
}
