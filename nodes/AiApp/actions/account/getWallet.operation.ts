import type { INodeProperties } from 'n8n-workflow';
import { repeated } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { recordItem } from '../../io/items/items';
import type { ItemResult } from '../../execution/operation';

export const description: INodeProperties[] = [];

/** The wallet record as sent, without keys. */
export async function execute({ client, clock, signal }: Batch): Promise<ItemResult> {
	const wallet = await repeated(() => client.account.wallet(signal), clock, signal);
	return { items: [recordItem(wallet)], delivers: [] };
}
