import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FOREIGN_NAME, openChromium } from './chromium.mts';

/** What a page tries: with or without asking for the permission to read, or under its own name. */
export type Attempt = {
	readonly url: string;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type Outcome = {
	readonly url: string;
	/** What the page could read; undefined if the browser or the server kept it from that. */
	readonly read: string | undefined;
};

/** What a page of a stranger gets, in Chromium, from servers on this machine. */
export async function outcomesOfForeignPage(
	attempts: readonly Attempt[],
): Promise<readonly Outcome[]> {
	const server = createServer((_, response) => response.end('<title>A page</title>'));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const browser = await openChromium();
	try {
		const page = await browser.newPage();
		const outcomes: Outcome[] = [];
		// As itself, and under the name of the server after its own name has moved there.
		const all = attempts.flatMap((attempt) => [
			{ attempt, page: `http://${FOREIGN_NAME}:${port}/` },
			moved(attempt),
		]);
		for (const { attempt, page: from } of all) {
			await page.goto(from, { waitUntil: 'commit' });
			for (const mode of ['cors', 'no-cors'])
				outcomes.push({ url: attempt.url, read: await page.evaluate(tried(attempt, mode)) });
		}
		return outcomes;
	} finally {
		await browser.close();
		server.close();
		server.closeAllConnections();
	}
}

function moved(attempt: Attempt): { readonly attempt: Attempt; readonly page: string } {
	const url = attempt.url.replace('127.0.0.1', FOREIGN_NAME);
	// Not n8n's editor, which takes long to load.
	return { attempt: { ...attempt, url }, page: new URL('/healthz', url).href };
}

/** As text: a function would get helpers of the compiler that the page doesn't have. */
function tried({ url, ...request }: Attempt, mode: string): string {
	const options = JSON.stringify({ ...request, mode });
	return `fetch(${JSON.stringify(url)}, ${options}).then(
		(answer) => answer.ok ? answer.text() : undefined,
		() => undefined,
	)`;
}
