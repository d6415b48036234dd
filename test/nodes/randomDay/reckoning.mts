import type { RequestRecord } from '../../../emulator/index.mts';
import { createSecretSearch } from '../../secrets/secretSearch.mts';
import { wasAnswered, wasRefused } from './faults.mts';
import { payableWishes, WISH } from './execution.mts';
import type { Seen, Witness } from './live.mts';

/** What must never happen; all lists are empty on a good day. */
export type Reckoning = {
	/** Creates that no rule allows. */
	readonly doubleCreates: readonly string[];
	/** Creates whose inputs couldn't be checked against those of the app. */
	readonly uncheckedCreates: readonly string[];
	/** Tasks that can't be found in anything that the user can see. */
	readonly lost: readonly string[];
	/** Items without required fields. */
	readonly wrongItems: readonly string[];
	readonly secrets: readonly string[];
};

export function reckon(witness: Witness, apiKey: string): Reckoning {
	const search = createSecretSearch([{ name: 'API key', value: apiKey }]);
	const wishes = [...new Set(witness.day.wishes)];
	const texts = [...witness.executions.map(({ stored }) => stored), ...witness.log];
	return {
		doubleCreates: wishes.flatMap((wish) => doubles(witness, wish)),
		uncheckedCreates: [...unwanted(witness), ...unchecked(witness)],
		lost: lostTasks(witness),
		wrongItems: [
			...witness.executions.flatMap((seen) => wrongItems(seen, witness)),
			...returnedAgain(witness),
		],
		secrets: texts.flatMap((text) => search.in(text.slice(0, 80), text)).map(({ place }) => place),
	};
}

function unwanted({ day, creates }: Witness): readonly string[] {
	const strange = creates.filter((each) => !payableWishes(day).includes(Number(wishOf(each))));
	return strange.map(
		(create) => `a create for ${String(wishOf(create))}, which is no item's prompt`,
	);
}

const HOUR_MS = 60 * 60_000;

function unchecked({ creates, details }: Witness): readonly string[] {
	const blind = creates.filter(
		({ at }) => !details.some((read) => read <= at && at - read <= HOUR_MS),
	);
	return blind.map(({ at }) => `a create at ${at}, before which the app was not read for an hour`);
}

/**
 * One create for each item and turn, and one more for each task of that turn that is known to have
 * no result. A loop with an Idempotency Key counts as one turn.
 */
function doubles(witness: Witness, wish: number): readonly string[] {
	const { day, creates, turns } = witness;
	const wanted = payableWishes(day).filter((each) => each === wish).length;
	const begins = day.idempotent ? turns.slice(0, 1) : turns;
	return begins.flatMap((from, turn) => {
		const ofTurn = creates
			.slice(from, begins[turn + 1])
			.filter((create) => wishOf(create) === wish && !wasRefused(create));
		return ofTurn.flatMap((create, index) => {
			const earlier = ofTurn.slice(0, index);
			const spent = earlier.filter((each) => isSpent(each, create.at, witness)).length;
			const unconfirmed = earlier.filter((each) => !wasAnswered(each)).length;
			const allowed = wanted + spent + (day.options.retryUnconfirmed ? unconfirmed : 0);
			return index < allowed ? [] : [`create ${index + 1} for ${wish}, ${allowed} are allowed`];
		});
	});
}

function wishOf({ body }: RequestRecord): unknown {
	const inputs = (body as { readonly input_values?: Record<string, unknown> }).input_values;
	return inputs?.[WISH];
}

/** Whether the task of a create was finished at a time, without a usable result. */
function isSpent(create: RequestRecord, at: number, { day, tasks }: Witness): boolean {
	const index = tasks.findIndex(({ requestId }) => requestId === create.requestId);
	const task = tasks[index];
	if (!task || (task.finishedAt ?? Infinity) > at) return false;
	const outputs = day.plans[index]?.outputs;
	return task.status !== 'Success' || outputs === 'rejected' || outputs === 'error';
}

const UNCONFIRMED = /didn't confirm whether|may already exist|but returned no request ID/;

function lostTasks({ tasks, creates, executions, log }: Witness): readonly string[] {
	const shown = [
		...executions.flatMap(({ items, error }) => [JSON.stringify(items), error ?? '']),
		...log,
	];
	const unknown = tasks.filter(({ requestId }) => !shown.some((text) => text.includes(requestId)));
	let doubts = log.filter((line) => UNCONFIRMED.test(line)).length;
	return unknown.flatMap(({ requestId }) => {
		const create = creates.find((each) => each.requestId === requestId);
		if (create && wasAnswered(create))
			return [`${requestId} was returned to the node, but the user can't see it`];
		return doubts-- > 0 ? [] : [`the user can't see that ${requestId} may exist`];
	});
}

function wrongItems({ status, items, error }: Seen, { day, tasks }: Witness): readonly string[] {
	const ids = items.flatMap(({ json }) => idOf(json) ?? []);
	const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
	const misplaced = items.filter(({ json, pairedItem }) => {
		const task = tasks.find(({ requestId }) => requestId === idOf(json));
		const { item = 0 } = pairedItem as { readonly item?: number };
		return idOf(json) !== undefined && task?.inputValues[WISH] !== day.wishes[item];
	});
	const isWhole =
		status === 'canceled' || error !== undefined || items.length === day.wishes.length;
	return [
		...twice.map((id) => `${id} is in two items`),
		...misplaced.map(({ json }) => `${idOf(json)} doesn't belong to its item`),
		...(isWhole ? [] : [`${items.length} items of ${day.wishes.length}`]),
	];
}

/** A loop's next turn creates other tasks, unless Idempotency Key identifies the same items. */
function returnedAgain({ day, executions }: Witness): readonly string[] {
	if (day.idempotent) return [];
	const turnOf = new Map<string, number>();
	return executions.flatMap(({ items, turn }) =>
		items.flatMap(({ json }) => {
			const id = idOf(json);
			if (id === undefined) return [];
			const first = turnOf.get(id) ?? turn;
			turnOf.set(id, first);
			return first === turn ? [] : [`${id} of turn ${first} is in an item of turn ${turn}`];
		}),
	);
}

function idOf(json: Readonly<Record<string, unknown>>): string | undefined {
	const details = json['details'] as { readonly request_id?: string } | undefined;
	return (json['request_id'] as string | undefined) ?? details?.request_id;
}
