const GUIDES =
	'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks/blob/main/docs/guides/';

/** The end of a notice: a link to the page of the guides that says more, such as `waiting.md`. */
export function learnMore(page: string): string {
	return `<a href="${GUIDES}${page}" target="_blank">Learn more</a>`;
}
