import type { INodeProperties } from 'n8n-workflow';
import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { recordItem } from '../../io/items/items';
import type { ItemResult } from '../../execution/operation';

export const description: INodeProperties[] = [];

/** The wallet record as sent, without keys. */
export async function execute({ client, clock, signal }: ExecutionContext): Promise<ItemResult> {
	const wallet = await retry(() => client.account.wallet(signal), clock, signal);
	return { items: [recordItem(wallet)], delivers: [] };
}
