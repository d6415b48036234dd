import type { INodeProperties } from 'n8n-workflow';
import { readInputSchema, retry } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { appItem } from '../../io/items/appItem';
import type { ItemResult, OperationOption } from '../../execution/operation';
import { simplify } from '../parameters/result.description';
import { inputTemplate } from './inputTemplate';
import { appLocator, readAppId } from '../parameters/appLocator';

export const option: OperationOption = {
	name: 'Get',
	description: 'Get an app and its inputs',
	action: 'Get app',
};

export const description: INodeProperties[] = [appLocator, simplify];

/** The record of an app with its inputs. */
export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const { client, clock, ctx, signal } = context;
	const appId = readAppId(context, itemIndex);
	const app = await retry(() => client.app(appId, signal), clock, signal);
	if (ctx.getNodeParameter('simplify', itemIndex, true) !== true)
		return { items: [appItem(appId, app, undefined)] };
	const inputs = readInputSchema(app);
	const template = inputTemplate(inputs);
	const billed = context.ports.pastTasks.billedSeconds(appId);
	return { items: [appItem(appId, app, { inputs, template, billed })] };
}
