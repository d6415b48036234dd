import {
	nextStep,
	runAll,
	say,
	settleSync,
	type Settled,
	type SpendingLimits,
} from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import { PanelError } from '../facts/panelError';
import type { PaidWork } from '../memory/sameWork';
import type { ItemResult, PreparedWork } from './operation';

/** An item whose parameters have been read. */
type PaidItem = {
	readonly itemIndex: number;
	/** How many tasks it is to have. */
	readonly variations: number;
	readonly limits?: SpendingLimits | undefined;
};

/** An item with its places in the ledger, one for each of its tasks. */
type Claimed<Item> = Item & {
	readonly keys: readonly string[];
	/** Whether an earlier attempt has sent one of the tasks: then there may be nothing left to create. */
	readonly isSent: boolean;
};

export type ClaimedItems<Item> = ReadonlyArray<Settled<Claimed<Item>>>;

/**
 * Reads all items, then claims the places of their tasks, in the order of the items and without any
 * call to the service. Nothing is claimed if there are too many tasks.
 * @param identityOf what the ledger recognizes the tasks of an item by
 */
export async function claimItems<Item extends PaidItem>(
	{ breaks, ctx, ledger }: ExecutionContext,
	read: (itemIndex: number) => Item,
	identityOf: (item: Item) => Omit<PaidWork, 'itemIndex' | 'variations'>,
): Promise<ClaimedItems<Item>> {
	const items = await breaks.map(ctx.getInputData(), (_, itemIndex) =>
		settleSync(() => read(itemIndex)),
	);
	requireFewWorks(items.reduce((sum, item) => sum + (item.ok ? item.value.variations : 1), 0));
	return breaks.map(items, (item) => {
		if (!item.ok) return item;
		const { itemIndex, variations } = item.value;
		const keys = ledger.claim({ ...identityOf(item.value), itemIndex, variations });
		const isSent = keys.some((key) => !isToCreate({ ledger }, key));
		return { ok: true, value: { ...item.value, keys, isSent } };
	});
}

/** Whether a piece of work still needs a task, because no earlier try has sent one. */
export function isToCreate({ ledger }: Pick<ExecutionContext, 'ledger'>, key: string): boolean {
	return nextStep(ledger.read(key)).do === 'create';
}

/** With more tasks, n8n needs minutes for the items alone, and all its memory for the results. */
const MOST_WORKS = 10_000;

/** @throws AiAppError kind `input` if a run of the node has too much to do */
export function requireFewWorks(works: number): void {
	if (works <= MOST_WORKS) return;
	throw new PanelError(
		say`The node processes up to ${MOST_WORKS} tasks in one run, and there are ${works}`,
		'Process the items in batches with a Loop Over Items node.',
	);
}

/** One task of an item: its place in the ledger, and the road that it takes. */
export type PaidTask<Checked> = {
	readonly key: string;
	/** Which of the item's variations it is, from 1; left out if there is only one. */
	readonly variation: number | undefined;
} & Road<Checked>;

/**
 * An earlier attempt has sent a task of the item, so it's checked only if one has to be created again;
 * or all of its tasks are to be created, from values that were checked before the first create.
 */
type Road<Checked> =
	| { readonly isSent: true; readonly checkNow: () => Promise<Checked> }
	| { readonly isSent: false; readonly checked: Checked };

type Steps<Item, Facts, Checked> = {
	/** Waits for what the check needs to know, such as the beginnings of files. */
	readonly look: (item: Item) => Promise<Facts>;
	readonly check: (item: Item, facts: Facts) => Checked;
	readonly work: (task: Item & PaidTask<Checked>) => Promise<ItemResult>;
};

/**
 * Remote binary stores answer slowly, so several items are looked at together, but only a few: n8n
 * opens a file for each.
 */
const CONCURRENT_LOOKS = 8;

/**
 * Checks all items before any task is created, and returns the work of each task. Items are looked at
 * in any order, and checked in their own, so that hints are in that order too.
 */
export async function checkItems<Item extends PaidItem, Facts, Checked>(
	context: ExecutionContext,
	items: ClaimedItems<Item>,
	{ look, check, work }: Steps<Item, Facts, Checked>,
): Promise<readonly PreparedWork[]> {
	const { breaks } = context;
	type Checkable = () => Claimed<Item> & Road<Checked>;
	const looked = await runAll(items, CONCURRENT_LOOKS, async (each): Promise<Checkable> => {
		if (!each.ok) throw each.error;
		const item = each.value;
		if (item.isSent) {
			let checking: Promise<Checked> | undefined;
			const checkNow = () => (checking ??= look(item).then((facts) => check(item, facts)));
			return () => ({ ...item, isSent: true, checkNow });
		}
		await breaks.take();
		const facts = await look(item);
		return () => ({ ...item, isSent: false, checked: check(item, facts) });
	});
	const works = await breaks.map(looked, (outcome, itemIndex): PreparedWork[] => {
		const prepared = outcome.ok ? settleSync(outcome.value) : outcome;
		if (!prepared.ok) return [{ itemIndex, work: prepared }];
		return worksOf<Item, Checked>(context, prepared.value, work);
	});
	return works.flat();
}

/**
 * The works of an item, one for each of its tasks. This is a function of its own so that they hold
 * only their item, and what the check knows of the others is freed.
 */
function worksOf<Item extends PaidItem, Checked>(
	context: ExecutionContext,
	item: Claimed<Item> & Road<Checked>,
	work: Steps<Item, unknown, Checked>['work'],
): PreparedWork[] {
	return item.keys.map((key, n) => {
		const variation = item.keys.length > 1 ? n + 1 : undefined;
		return {
			itemIndex: item.itemIndex,
			variation,
			limits: isToCreate(context, key) ? item.limits : undefined,
			work: { ok: true, value: () => work({ ...item, key, variation }) },
		};
	});
}
