import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import {
	appIdIn,
	excerpt,
	parseAppId,
	say,
	settle,
	settleSync,
	textOrEmpty,
} from '../../../client/index';
import { toNodeError } from '../io/errors';
import { createServiceClient } from '../transport/serviceClient';
import { readSettings } from '../transport/credential';
import { harmless } from '../form/untrustedText';

/** A person waits for the list. */
const TIMEOUT_MS = 10_000;
/** The editor shows no choice while it waits. It usually knows a name for the choice already. */
const CHOSEN_TIMEOUT_MS = 3_000;

/**
 * The list of apps. If nothing is typed, it has the chosen app and the saved apps. Otherwise it has
 * the app that was typed as an ID, a page URL or an API example, and saved apps with the typed text
 * in their names. If there is no app, a row says what to type.
 * @throws an error of n8n. The editor shows it in place of the list and of the field to type into,
 * so it's thrown only if there is nothing else to show
 */
export async function searchApps(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const typed = filter.trim();
	const chosen = typed === '' ? chosenApp(this) : undefined;
	const saved = await settle(async () => savedApps((await readSettings(this)).savedApps));
	if (chosen) return { results: await withChosen(this, chosen, saved.ok ? saved.value : []) };
	const found = saved.ok ? await settle(() => filtered(this, typed, saved.value)) : saved;
	if (!found.ok) throw toNodeError(this, found.error, 0);
	return {
		results:
			found.value.length > 0
				? found.value
				: [hintRow(whyNoApp(typed, saved.ok && saved.value.length > 0))],
	};
}

/** The list cuts what is longer than about 55 characters. */
function whyNoApp(typed: string, hasSaved: boolean): string {
	if (typed === '') return 'Type an app ID, or paste a page URL or API example';
	const id = typedId(typed);
	if (id === undefined)
		return `${hasSaved ? 'No saved app has this name' : 'There are no saved apps'}. Type an ID or page URL`;
	if (appIdIn(typed)) return say`App ${id} wasn't found. Check the credential`;
	return say`App ${id} wasn't found. Try the ID in its API example`;
}

/**
 * The list always contains the chosen app: after a change of the credential, the editor clears a
 * choice that this list lacks, and all inputs with it.
 */
async function withChosen(
	ctx: ILoadOptionsFunctions,
	{ id, value, knownAs }: ChosenApp,
	saved: readonly INodeListSearchItems[],
): Promise<INodeListSearchItems[]> {
	const isChosen = (row: INodeListSearchItems) => row.value === String(id);
	const unnamed = rowOf(id).name;
	const own = saved.find((row) => isChosen(row) && row.name !== unnamed);
	const read = await settle(async () => own ?? readRow(ctx, id, CHOSEN_TIMEOUT_MS));
	const name = read.ok ? read.value.name : knownAs || unnamed;
	return [{ name, value }, ...saved.filter((row) => !isChosen(row))];
}

/** The saved apps that fit a text, after the app that it names. */
async function filtered(
	ctx: ILoadOptionsFunctions,
	typed: string,
	saved: readonly INodeListSearchItems[],
): Promise<INodeListSearchItems[]> {
	const id = typedId(typed);
	const words = typed.toLowerCase();
	const alike = saved.filter(
		({ name, value }) => value === String(id) || name.toLowerCase().includes(words),
	);
	if (id === undefined) return alike;
	const read = await settle(() => readRow(ctx, id, TIMEOUT_MS));
	if (read.ok) return [read.value, ...alike.filter(({ value }) => value !== read.value.value)];
	// A half-typed ID is simply not found.
	if (alike.length === 0 && read.error.kind !== 'app_not_found') throw read.error;
	return alike;
}

async function readRow(
	ctx: ILoadOptionsFunctions,
	id: number,
	timeoutMs: number,
): Promise<INodeListSearchItems> {
	const { client } = await createServiceClient(ctx);
	const { name, nick_name } = await client.app(id, undefined, timeoutMs);
	return rowOf(id, name, nick_name);
}

/** Nobody can choose from a longer list. */
const MAX_SAVED = 500;
/** How much of a line fits into a row, after the words before it. */
const MAX_LINE_LENGTH = 28;

/**
 * The Saved Apps of a credential: in each line an ID, or the URL of an app's page, and a name.
 * A line that begins with neither is shown as such, and an app is listed once.
 */
function savedApps(text: string): INodeListSearchItems[] {
	const rows = new Map<string | number, INodeListSearchItems>();
	const lines = text
		.split('\n')
		.map((each) => each.trim())
		.filter(Boolean);
	// A line without an ID costs the time of an error, so equal lines are read once.
	for (const line of [...new Set(lines)].slice(0, MAX_SAVED)) {
		const [app = '', ...words] = line.split(/\s+/);
		const id = settleSync(() => parseAppId(app));
		const key = id.ok ? id.value : line;
		if (rows.has(key)) continue;
		rows.set(key, id.ok ? rowOf(id.value, words.join(' ')) : withoutId(line));
	}
	return [...rows.values()];
}

function withoutId(line: string): INodeListSearchItems {
	return hintRow(harmless(say`No app ID in Saved Apps: ${excerpt(line, MAX_LINE_LENGTH)}`));
}

type ChosenApp = {
	readonly id: number;
	/** Exactly as the editor stores it: the editor finds its choice again by this value. */
	readonly value: string | number;
	/** The name that was chosen. */
	readonly knownAs: string;
};

/** The app that is chosen in the editor; undefined when there is none. */
function chosenApp(ctx: ILoadOptionsFunctions): ChosenApp | undefined {
	const locator = ctx.getCurrentNodeParameter('appId') as IDataObject | undefined;
	const value = locator?.['value'];
	const id = settleSync(() => parseAppId(value));
	if (!id.ok) return undefined;
	// Only a text or a number has an ID.
	return {
		id: id.value,
		value: value as ChosenApp['value'],
		knownAs: harmless(String(locator?.['cachedResultName'] ?? '')),
	};
}

/** The app that was typed or pasted into the list: as an ID, the URL of its page or an API example. */
function typedId(text: string): number | undefined {
	const id = settleSync(() => parseAppId(appIdIn(text) ?? text));
	return id.ok ? id.value : undefined;
}

const MAX_NAME_LENGTH = 80;
const MAX_AUTHOR_LENGTH = 40;

/**
 * The row of an app in the list. The list shows nothing but its name, which the editor stores with
 * the choice and shows from then on. Where the panel is narrow, it cuts the end.
 */
function rowOf(id: number, name?: unknown, author?: unknown): INodeListSearchItems {
	const title = shorten(name, MAX_NAME_LENGTH);
	const by = shorten(author, MAX_AUTHOR_LENGTH);
	const named = `${id} ${title}${by === '' ? '' : ` by ${by}`}`;
	return { value: String(id), name: harmless(title === '' ? `App ${id}` : named) };
}

/** A row that is no app. Clicked, it leaves the parameter empty. */
function hintRow(name: string): INodeListSearchItems {
	return { name, value: '' };
}

function shorten(text: unknown, maxLength: number): string {
	return excerpt(textOrEmpty(text), maxLength);
}
