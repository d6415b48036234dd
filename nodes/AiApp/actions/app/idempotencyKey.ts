import type { INodeProperties } from 'n8n-workflow';
import {
	type AiAppError,
	inputError,
	say,
	type PaidWork,
	type Settled,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readOption } from '../../io/readParameter';

export const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.order_id }}',
	description:
		"A unique ID for this item, such as an order number. Within one execution, the node creates one task per ID, even if a loop returns the item to this node. The same ID with other inputs is rejected. If a task doesn't succeed, the node creates a new one.",
};

const LONGEST = 500;
/** No expression returns it. */
const NOT_ADDED = {};

/**
 * The user's own ID for an item; undefined if the option isn't added.
 * @throws AiAppError kind `input` if it's added but empty: the item would not be protected
 */
export function readIdempotencyKey(
	{ ctx }: ExecutionContext,
	itemIndex: number,
): string | undefined {
	const value = readOption<unknown>(ctx, itemIndex, 'idempotencyKey', NOT_ADDED);
	if (value === NOT_ADDED) return undefined;
	const key = typeof value === 'number' ? String(value) : value;
	if (typeof key === 'string' && key.trim() !== '' && key.length <= LONGEST) return key.trim();
	throw inputError(
		"'Idempotency Key' is empty or longer than 500 characters",
		"Enter an expression that has a value for each item, or remove the option. You weren't charged.",
	);
}

/** Rejects items with the key of an earlier one: it's unknown which of them is meant. */
export function withoutTwins<Run extends { readonly work: PaidWork }>(
	runs: readonly Settled<Run>[],
): readonly Settled<Run>[] {
	const first = new Map<string, number>();
	return runs.map((run, itemIndex) => {
		const { of, idempotencyKey: name } = run.ok ? run.value.work : { of: '' };
		if (name === undefined) return run;
		const id = JSON.stringify([of, name]);
		const twin = first.get(id);
		if (twin === undefined) {
			first.set(id, itemIndex);
			return run;
		}
		const error = inputError(
			say`This item has the same 'Idempotency Key' as item ${twin}`,
			"Give each item its own key, or remove duplicates before this node. You weren't charged.",
		);
		return { ok: false, error };
	});
}

/** The result of an earlier attempt isn't what was asked for now. */
export function otherInputs(): AiAppError {
	return inputError(
		"This 'Idempotency Key' already stands for a task with other inputs",
		"Give each item its own key. To get the earlier task, use the same inputs again. You weren't charged.",
	);
}
