import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';

/** Resolves when something is so; rejects after a minute, and says what was waited for. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
	await waitUntil(what, async () => isSo() || undefined, { timeoutMs: 60_000 });
}
