import type { INodeProperties } from 'n8n-workflow';
import { repeated } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { recordItem } from '../../io/items/items';
import type { ItemResult } from '../../execution/operation';

export const description: INodeProperties[] = [];

/** The user record as sent, without keys. */
export async function execute({ client, clock, signal }: Batch): Promise<ItemResult> {
	const user = await repeated(() => client.account.user(signal), clock, signal);
	return { items: [recordItem(user)], delivers: [] };
}
