import { parseAppId, settleSync } from '../../../client/index';
import { rowOf, type AppRow } from './appRows';

/** More would be no list to choose from. */
const MOST = 500;

/**
 * The Saved Apps of a credential: in each line an ID, or the URL of an app's page, and a name.
 * Lines that begin with neither are left out, and so is an app that is listed already.
 */
export function savedApps(text: string): AppRow[] {
	const rows = new Map<number, AppRow>();
	for (const line of text.split('\n')) {
		const [app = '', ...words] = line.trim().split(/\s+/);
		const id = settleSync(() => parseAppId(app));
		if (id.ok && !rows.has(id.value)) rows.set(id.value, rowOf(id.value, words.join(' ')));
		if (rows.size === MOST) break;
	}
	return [...rows.values()];
}
