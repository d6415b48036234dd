import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { parseAppId, settleSync } from '../../../client/index';
import { rowOf, type AppRow } from './appRows';
import { typedApps } from './typedApps';
import { harmless } from './untrustedText';

/** A row with the value that the editor holds, letter by letter, by which it finds its choice again. */
export type ChosenApp = AppRow & {
	/** The name that was chosen. */
	readonly knownAs: string;
};

/** The app that is chosen in the editor; undefined when there is none. */
export function chosenApp(ctx: ILoadOptionsFunctions): ChosenApp | undefined {
	const locator = ctx.getCurrentNodeParameter('appId') as IDataObject | undefined;
	const value = locator?.['value'];
	const id = settleSync(() => parseAppId(value));
	if (!id.ok || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
	const knownAs = harmless(String(locator?.['cachedResultName'] ?? ''));
	const { page } = typedApps(String(locator?.['cachedResultUrl'] ?? ''));
	return {
		...rowOf(id.value, undefined),
		...{ value, knownAs },
		...(page?.id === id.value && { url: page.url }),
	};
}
