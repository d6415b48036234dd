import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { AiAppError, say, settle, type Settled } from '../../../client/index';
import { toNodeError } from '../io/errors';
import { withCachedCredential, createServiceClient } from '../transport/serviceClient';
import { readSettings } from '../transport/credential';
import { hintRow, rowOfApp, type AppRow } from './appRows';
import { chosenApp } from './chosenApp';
import { savedApps } from './savedApps';
import { typedApps, type TypedApps } from './typedApps';

/** A person waits for the list. */
const PATIENCE_MS = 10_000;
/** The editor has no choice until then, and mostly knows a name for it. */
const CHOSEN_PATIENCE_MS = 3_000;

type ReadApp = (id: number, timeoutMs: number) => Promise<AppRow>;

/**
 * The list of apps: what is chosen and what is saved; or what was typed, as an ID, the URL of a
 * page or a part of a saved name. Without any app, a row says what to type.
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
	if (typed === '') return 'Type an app ID, or paste the URL of its page';
	const { ids } = typedApps(typed);
	if (ids.length === 0) return 'No saved app has this name. Type an ID or page URL';
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
	const fresh = await settle(() => read(chosen.id, CHOSEN_PATIENCE_MS));
	const known = others.find(({ id }) => id === chosen.id);
	const name = (fresh.ok && fresh.value.name) || chosen.knownAs || known?.name || chosen.name;
	return [{ ...chosen, name }, ...others.filter(({ id }) => id !== chosen.id)];
}

async function filtered(
	typed: string,
	saved: Settled<readonly AppRow[]>,
	read: ReadApp,
): Promise<readonly AppRow[]> {
	const apps = typedApps(typed);
	const known = saved.ok ? saved.value : [];
	const tried = await Promise.all(apps.ids.map((id) => settle(() => read(id, PATIENCE_MS))));
	const found = tried.flatMap((row) => (row.ok ? withPage(row.value, apps) : []));
	const words = typed.toLowerCase();
	const alike = known.filter(
		({ id, name }) =>
			(apps.ids.includes(id) || name.toLowerCase().includes(words)) &&
			!found.some((row) => row.id === id),
	);
	const rows = [...found, ...alike];
	const trouble = [...tried, saved].find(isTrouble);
	if (rows.length === 0 && trouble) throw trouble.error;
	return rows;
}

/** The page that was pasted opens from the list, and comes along when the user changes to By URL. */
function withPage(row: AppRow, { page }: TypedApps): AppRow {
	return page?.id === row.id ? { ...row, url: page.url } : row;
}

/** An ID that is half typed is not found, and not worth a message. */
function isTrouble(
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
