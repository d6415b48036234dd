import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import {
	AiAppError,
	appIdsIn,
	excerpt,
	parseAppId,
	parseHttpUrl,
	say,
	settle,
	settleSync,
	type AppRecord,
	type Settled,
} from '../../../client/index';
import { toNodeError } from '../io/errors';
import { withCachedCredential, createServiceClient } from '../transport/serviceClient';
import { readSettings } from '../transport/credential';
import { harmless } from './untrustedText';

/** A person waits for the list. */
const TIMEOUT_MS = 10_000;
/** The editor has no choice until then, and mostly knows a name for it. */
const CHOSEN_TIMEOUT_MS = 3_000;

/** A row of the list of apps. */
type AppRow = INodeListSearchItems & { readonly id: number };

type ReadApp = (id: number, timeoutMs: number) => Promise<AppRow>;

/**
 * The list of apps: what is chosen and what is saved; or what was typed, as an ID, the URL of a
 * page, an API example or a part of a saved name. Without any app, a row says what to type.
 * @throws an error of n8n, shown in place of the list and of the field that is typed into, so only
 * where there is nothing else to show
 */
export async function searchApps(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const ctx = withCachedCredential(this);
	const saved = await settle(async () => savedApps((await readSettings(ctx)).savedApps));
	const typed = filter.trim();
	const listed = await settle(() =>
		typed === '' ? unfiltered(ctx, saved, reader(ctx)) : filtered(typed, saved, reader(ctx)),
	);
	if (!listed.ok) throw toNodeError(this.getNode(), listed.error, 0);
	if (listed.value.length === 0) return { results: [hintRow(whyNoApp(typed))] };
	return {
		results: listed.value.map(({ name, value, url }) => ({ name, value, ...(url && { url }) })),
	};
}

/** The list cuts what is longer than about 55 characters. */
function whyNoApp(typed: string): string {
	if (typed === '') return 'Type an app ID, or paste its page URL or API example';
	const { ids, isExample } = typedApps(typed);
	if (ids.length === 0) return 'No saved app has this name. Type an ID or page URL';
	if (isExample) return say`App ${ids.join(', ')} wasn't found. Check the credential`;
	return say`App ${ids.join(', ')} wasn't found. Try the ID in its API example`;
}

/**
 * The chosen app stands there whatever else is read: after a change of the credential the editor
 * wipes a choice that this list lacks, and all inputs with it.
 */
async function unfiltered(
	ctx: ILoadOptionsFunctions,
	saved: Settled<readonly AppRow[]>,
	read: ReadApp,
): Promise<readonly AppRow[]> {
	const chosen = chosenApp(ctx);
	if (!chosen && !saved.ok) throw saved.error;
	const others = saved.ok ? saved.value : [];
	if (!chosen) return others;
	const fresh = await settle(() => read(chosen.id, CHOSEN_TIMEOUT_MS));
	const savedApp = others.find(({ id }) => id === chosen.id);
	const name = (fresh.ok && fresh.value.name) || chosen.knownAs || savedApp?.name || chosen.name;
	return [{ ...chosen, name }, ...others.filter(({ id }) => id !== chosen.id)];
}

async function filtered(
	typed: string,
	saved: Settled<readonly AppRow[]>,
	read: ReadApp,
): Promise<readonly AppRow[]> {
	const apps = typedApps(typed);
	const savedRows = saved.ok ? saved.value : [];
	const tried = await Promise.all(apps.ids.map((id) => settle(() => read(id, TIMEOUT_MS))));
	const found = tried.flatMap((row) => (row.ok ? withPage(row.value, apps) : []));
	const words = typed.toLowerCase();
	const alike = savedRows.filter(
		({ id, name }) =>
			(apps.ids.includes(id) || name.toLowerCase().includes(words)) &&
			!found.some((row) => row.id === id),
	);
	const rows = [...found, ...alike];
	const failure = [...tried, saved].find(isFailure);
	if (rows.length === 0 && failure) throw failure.error;
	return rows;
}

/** The page that was pasted opens from the list, and comes along when the user changes to By URL. */
function withPage(row: AppRow, { page }: TypedApps): AppRow {
	return page?.id === row.id ? { ...row, url: page.url } : row;
}

/** An ID that is half typed is not found, and not worth a message. */
function isFailure(
	tried: Settled<unknown>,
): tried is Extract<Settled<unknown>, { readonly ok: false }> {
	return !tried.ok && !(tried.error instanceof AiAppError && tried.error.kind === 'app_not_found');
}

function reader(ctx: ILoadOptionsFunctions): ReadApp {
	return async (id, timeoutMs) => {
		const { client } = await createServiceClient(ctx);
		return rowOfApp(id, await client.app(id, undefined, timeoutMs));
	};
}

/** More would be no list to choose from. */
const MAX_SAVED = 500;

/**
 * The Saved Apps of a credential: in each line an ID, or the URL of an app's page, and a name.
 * Lines that begin with neither are left out, and so is an app that is listed already.
 */
function savedApps(text: string): AppRow[] {
	const rows = new Map<number, AppRow>();
	for (const line of text.split('\n')) {
		const [app = '', ...words] = line.trim().split(/\s+/);
		const id = settleSync(() => parseAppId(app));
		if (id.ok && !rows.has(id.value)) rows.set(id.value, rowOf(id.value, words.join(' ')));
		if (rows.size === MAX_SAVED) break;
	}
	return [...rows.values()];
}

/** A row with the value that the editor holds, letter by letter, by which it finds its choice again. */
type ChosenApp = AppRow & {
	/** The name that was chosen. */
	readonly knownAs: string;
};

/** The app that is chosen in the editor; undefined when there is none. */
function chosenApp(ctx: ILoadOptionsFunctions): ChosenApp | undefined {
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

/** The apps that a text may mean, as it was typed or pasted into the list of apps. */
type TypedApps = {
	readonly ids: readonly number[];
	/** The page of one of them. */
	readonly page?: { readonly id: number; readonly url: string };
	readonly isExample?: boolean;
};

/** A URL contains other numbers as well; each of them costs a call. */
const MAX_IDS = 5;
/** The editor stores it with the choice. */
const MAX_URL_LENGTH = 500;

/**
 * Reads an ID, those that an API example names, or the numbers in the URL of an app's page: first
 * those that make up a part of its path.
 */
function typedApps(text: string): TypedApps {
	if (/^\d+$/.test(text)) return { ids: plausible([text]) };
	const named = appIdsIn(text);
	if (named.length > 0) return { ids: plausible(named), isExample: true };
	const url = parseHttpUrl(text.includes('://') ? text : `https://${text}`);
	if (!url || !text.includes('/')) return { ids: [] };
	const parts = url.pathname.split('/').filter((part) => /^\d+$/.test(part));
	const numbers = `${url.pathname}${url.search}${url.hash}`.match(/(?<![\w%])\d+(?!\w)/g) ?? [];
	const page = pageOf(text);
	return { ids: plausible([...parts.reverse(), ...numbers]), ...(page && { page }) };
}

function plausible(numbers: readonly string[]): number[] {
	const ids = numbers.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
	return [...new Set(ids)].slice(0, MAX_IDS);
}

/** Only a URL that the node would read the same ID from, and that n8n takes for nothing but a text. */
function pageOf(text: string): TypedApps['page'] {
	const url = parseHttpUrl(text);
	if (!url || url.username || url.password || url.href.length > MAX_URL_LENGTH) return undefined;
	const id = settleSync(() => parseAppId(url.href));
	if (!id.ok || harmless(url.href) !== url.href) return undefined;
	return { id: id.value, url: url.href };
}

const MAX_NAME_LENGTH = 80;
const MAX_AUTHOR_LENGTH = 40;

/** The editor stores the name with the choice and shows it from then on; the list shows nothing else. */
function rowOf(id: number, name: unknown, author?: unknown): AppRow {
	const title = shorten(name, MAX_NAME_LENGTH);
	const by = shorten(author, MAX_AUTHOR_LENGTH);
	const named = `${title}${by === '' ? '' : ` by ${by}`} (${id})`;
	return { id, value: String(id), name: harmless(title === '' ? `App ${id}` : named) };
}

/** The row of an app as its author describes it. */
function rowOfApp(id: number, { name, nick_name }: AppRecord): AppRow {
	return rowOf(id, name, nick_name);
}

/** A row that is no app. Clicked, it leaves the parameter empty. */
function hintRow(name: string): INodeListSearchItems {
	return { name, value: '' };
}

function shorten(text: unknown, maxLength: number): string {
	return typeof text === 'string' ? excerpt(text, maxLength).trim() : '';
}
