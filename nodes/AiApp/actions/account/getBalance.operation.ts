import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { recordItem } from '../../io/items/plainItems';
import type { ItemResult, OperationOption } from '../operation';

export const option: OperationOption = {
	name: 'Get Balance',
	description: 'Get the balance of the account',
	action: 'Get account balance',
};

export async function execute({
	client,
	freeCalls,
	signal,
}: ExecutionContext): Promise<ItemResult> {
	const wallet = await retry(() => client.account.wallet(signal), freeCalls(), signal);
	return { items: [recordItem(wallet)] };
}
