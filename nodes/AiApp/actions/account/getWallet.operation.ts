import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { recordItem } from '../../io/items/items';
import type { ItemResult, OperationOption } from '../../execution/operation';

export const option: OperationOption = {
	name: 'Get Wallet',
	description: 'Retrieve the balance of the account',
	action: 'Get wallet of account',
};

/** The wallet record as sent, without keys. */
export async function execute({ client, clock, signal }: ExecutionContext): Promise<ItemResult> {
	const wallet = await retry(() => client.account.wallet(signal), clock, signal);
	return { items: [recordItem(wallet)] };
}
