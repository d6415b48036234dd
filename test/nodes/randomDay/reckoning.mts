import type { RequestRecord, TaskRecord } from '../../../emulator/index.mts';
import { createSecretSearch } from '../../e2e/secretSearch.mts';
import { wasAnswered, wasRefused } from './faults.mts';
import { WISH, type Seen, type Witness } from './live.mts';

/** What must never be; all lists are empty on a good day. */
export type Reckoning = {
	/** Creates that no rule allows. */
	readonly doubleCreates: readonly string[];
	/** Tasks that nobody can find again. */
	readonly lost: readonly string[];
	/** Items that do not tell what they are to tell. */
	readonly wrongItems: readonly string[];
	readonly secrets: readonly string[];
};

export function reckon(witness: Witness, apiKey: string): Reckoning {
	const search = createSecretSearch([{ name: 'API key', value: apiKey }]);
	const wishes = [...new Set(witness.day.wishes)];
	const told = [...witness.executions.map(({ stored }) => stored), ...witness.log];
	return {
		doubleCreates: [...unwanted(witness), ...wishes.flatMap((wish) => doubles(witness, wish))],
		lost: lostTasks(witness),
		wrongItems: witness.executions.flatMap((seen) => wrongItems(seen, witness)),
		secrets: told.flatMap((text) => search.in(text.slice(0, 80), text)).map(({ place }) => place),
	};
}

function unwanted({ day, creates }: Witness): readonly string[] {
	const strange = creates.filter((create) => !day.wishes.includes(Number(wishOf(create))));
	return strange.map((create) => `a create for ${String(wishOf(create))}, which no item asks for`);
}

/** One create for each item, one more for each task that is known to have brought nothing. */
function doubles({ day, tasks, creates }: Witness, wish: number): readonly string[] {
	const wanted = day.wishes.filter((each) => each === wish).length;
	const sent = creates.filter((create) => wishOf(create) === wish && !wasRefused(create));
	const made = tasks.filter(({ inputValues }) => inputValues[WISH] === wish);
	return sent.flatMap((create, index) => {
		const spent = made.filter((task) => isSpent(task, create.at, tasks, day)).length;
		const unsure = sent.slice(0, index).filter((each) => !wasAnswered(each)).length;
		const allowed = wanted + spent + (day.options.createWhenUnsure ? unsure : 0);
		return index < allowed ? [] : [`create ${index + 1} for ${wish}, ${allowed} are allowed`];
	});
}

function wishOf({ body }: RequestRecord): unknown {
	const inputs = (body as { readonly input_values?: Record<string, unknown> }).input_values;
	return inputs?.[WISH];
}

/** Whether a task had ended at a time, and not with anything that is worth having. */
function isSpent(
	{ requestId, status, finishedAt = Infinity }: TaskRecord,
	at: number,
	tasks: Witness['tasks'],
	{ plans }: Witness['day'],
): boolean {
	if (finishedAt > at) return false;
	const plan = plans[tasks.findIndex((task) => task.requestId === requestId)];
	return status !== 'Success' || plan?.outputs === 'rejected' || plan?.outputs === 'error';
}

const UNSURE = /not known whether|without telling its request ID/;

function lostTasks({ tasks, creates, executions, log }: Witness): readonly string[] {
	const shown = [
		...executions.flatMap(({ items, error }) => [JSON.stringify(items), error ?? '']),
		...log,
	];
	const unknown = tasks.filter(({ requestId }) => !shown.some((text) => text.includes(requestId)));
	let doubts = log.filter((line) => UNSURE.test(line)).length;
	return unknown.flatMap(({ requestId }) => {
		const create = creates.find((each) => each.requestId === requestId);
		if (create && wasAnswered(create))
			return [`${requestId} was told to the node, and to nobody else`];
		return doubts-- > 0 ? [] : [`nobody was told that ${requestId} may exist`];
	});
}

function wrongItems({ status, items, error }: Seen, { day, tasks }: Witness): readonly string[] {
	const ids = items.flatMap(({ json }) => idOf(json) ?? []);
	const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
	const foreign = items.filter(({ json, pairedItem }) => {
		const task = tasks.find(({ requestId }) => requestId === idOf(json));
		const { item = 0 } = pairedItem as { readonly item?: number };
		return idOf(json) !== undefined && task?.inputValues[WISH] !== day.wishes[item];
	});
	const isWhole =
		status === 'canceled' || error !== undefined || items.length === day.wishes.length;
	return [
		...twice.map((id) => `${id} stands in two items`),
		...foreign.map(({ json }) => `${idOf(json)} is not what its item asked for`),
		...(isWhole ? [] : [`${items.length} items of ${day.wishes.length}`]),
	];
}

function idOf(json: Readonly<Record<string, unknown>>): string | undefined {
	const details = json['details'] as { readonly request_id?: string } | undefined;
	return (json['request_id'] as string | undefined) ?? details?.request_id;
}
