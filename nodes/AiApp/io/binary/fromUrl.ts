import type { IExecuteFunctions } from 'n8n-workflow';
import { downloadFile, parseHttpUrl, type FileSource } from '../../../../client/index';
import { storedSource } from './source';
import type { FetchPorts } from './downloadOutputs';

/**
 * Streams a file at a public URL into n8n's binary store, where an upload can read it again for each
 * attempt and knows its size in advance.
 * @throws AiAppError kind `download`, `expired` or `too_large`
 */
export async function fetchToBinary(
	ports: FetchPorts & { readonly ctx: IExecuteFunctions },
	url: string,
	maxBytes: number,
): Promise<FileSource> {
	const { ctx, http, clock, sink, ownHosts, signal } = ports;
	const stored = await downloadFile(
		{ http, clock, sink },
		{
			url,
			fileName: nameIn(url),
			mimeType: undefined,
			maxBytes,
			ownHosts,
			signal,
			about: {},
			expiresAt: undefined,
			advice: {
				notFetched:
					"Check that the URL opens without a login. Nothing was uploaded. You weren't charged.",
				tooLarge:
					"Raise 'Max File Size (MB)' in the options. Nothing was uploaded. You weren't charged.",
			},
		},
	);
	return storedSource(ctx, stored, nameIn(url));
}

/** The last part of the path. */
function nameIn(url: string): string {
	return parseHttpUrl(url)?.pathname.split('/').at(-1)?.replaceAll('%20', ' ') || 'file';
}
