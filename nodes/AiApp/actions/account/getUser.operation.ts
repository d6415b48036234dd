import { retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { recordItem } from '../../io/items/plainItems';
import type { ItemResult, OperationOption } from '../operation';

export const option: OperationOption = {
	name: 'Get User',
	description: 'Get the user that the API key belongs to',
	action: 'Get account user',
};

export async function execute({
	client,
	freeCalls,
	signal,
}: ExecutionContext): Promise<ItemResult> {
	const user = await retry(() => client.account.user(signal), freeCalls(), signal);
	return { items: [recordItem(user)] };
}
