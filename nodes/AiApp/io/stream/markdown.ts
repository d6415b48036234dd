import {
	excerpt,
	isPrivateHost,
	parseHttpUrl,
	type TaskOutput,
	type TaskResult,
} from '../../../../client/index';

/** What Markdown and its common extensions act on; a chat also turns bare addresses into links. */
const MARKS = /[\\`*_~[\]|&$^]|(?<=\S)[.:@](?=\S)/g;
/** These begin a heading, a list or a line. */
const LINE_START = /^([-+#=]|\d+(?=[.)]))/;
/** Signs that would end a link or its URL. Encoding them doesn't change what the URL means. */
const ADDRESS_MARKS = /[()[\]<>"'`\\\s]/g;

/** Nobody looks at more results in a chat. */
const MOST_RESULTS = 50;
/** How many characters of a text result are shown. */
const LONGEST_TEXT = 2_000;

/** An untrusted text in Markdown that shows it as it is. */
export function plain(text: string, longest?: number): string {
	return excerpt(text, longest)
		.replace(MARKS, '\\$&')
		.replace(LINE_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/**
 * What a task has made: pictures, links to other files, and texts. Its status if that is nothing.
 * @param ownHosts hosts (with port) of the credential, which may be private
 */
export function resultMarkdown({ task, outputs }: TaskResult, ownHosts: readonly string[]): string {
	const usable = outputs.filter(({ ok }) => ok);
	const shown = usable.slice(0, MOST_RESULTS).map((output) => outputMarkdown(output, ownHosts));
	return shown.join('\n\n') || plain(task.status);
}

function outputMarkdown(
	{ url, text = '', fileName, mimeType }: TaskOutput,
	ownHosts: readonly string[],
): string {
	const address = parseHttpUrl(url);
	if (!address) return plain(text, LONGEST_TEXT);
	const encoded = address.href.replace(
		ADDRESS_MARKS,
		(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
	);
	// Markdown reads entities once more: `&sol;` would end the host that was checked.
	const href = encoded.replaceAll('&', '&amp;');
	// The chat of a visitor loads a picture at once, also from the visitor's own network.
	const isVisible = ownHosts.includes(address.host) || isPublicHost(address.hostname);
	const isPicture = mimeType.startsWith('image/') && isVisible;
	return isPicture ? `![](${href})` : `[${plain(fileName)}](${href})`;
}

/** The URL parser accepts more characters in a host than names and IP addresses have. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

function isPublicHost(hostname: string): boolean {
	return HOST.test(hostname) && !isPrivateHost(hostname);
}
