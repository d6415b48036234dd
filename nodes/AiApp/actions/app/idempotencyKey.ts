import type { INodeProperties } from 'n8n-workflow';
import { AiAppError, say, type Settled, type PaidWork } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

export const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.order_id }}',
	description:
		"A unique ID for this item, such as an order number. Within one execution, the node creates one task per ID, even if a loop returns the item to this node. If a task doesn't succeed, the node creates a new one.",
};

const LONGEST = 500;

/**
 * The user's own name for an item's work; undefined where the option is not added.
 * @throws AiAppError kind `input` when it is added and holds nothing: the item would not be protected
 */
export function readIdempotencyKey(
	{ ctx }: ExecutionContext,
	itemIndex: number,
): string | undefined {
	const options = ctx.getNodeParameter('options', itemIndex, {}) as Record<string, unknown>;
	if (!('idempotencyKey' in options)) return undefined;
	const given = options.idempotencyKey;
	const key = typeof given === 'number' ? String(given) : given;
	if (typeof key === 'string' && key.trim() !== '' && key.length <= LONGEST) return key.trim();
	throw new AiAppError(
		'input',
		"The option 'Idempotency Key' holds no text of at most 500 characters",
		{},
		'Enter an expression that has a value for each item, or remove the option. Nothing was created and nothing was charged.',
	);
}

/** Refuses items whose name an earlier one has: it is not known which of them is meant. */
export function withoutTwins<Run extends { readonly given: { readonly work: PaidWork } }>(
	runs: readonly Settled<Run>[],
): readonly Settled<Run>[] {
	const first = new Map<string, number>();
	return runs.map((run, itemIndex) => {
		const { of, idempotencyKey: name } = run.ok ? run.value.given.work : { of: '' };
		if (name === undefined) return run;
		const id = JSON.stringify([of, name]);
		const twin = first.get(id);
		if (twin === undefined) first.set(id, itemIndex);
		return twin === undefined ? run : { ok: false, error: twinOf(twin) };
	});
}

function twinOf(itemIndex: number): AiAppError {
	return new AiAppError(
		'input',
		say`This item has the same 'Idempotency Key' as item ${itemIndex}`,
		{},
		'Give each item a key of its own, or remove duplicates before this node. Nothing was created and nothing was charged.',
	);
}
