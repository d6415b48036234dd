import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { readInputSchema, repeated } from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { appItem } from '../../io/items/appItem';
import type { ItemResult } from '../../execution/operation';
import { simplify } from '../parameters/result.description';
import { appLocator, readAppId } from '../parameters/appLocator';

const displayOptions = { show: { resource: ['app'], operation: ['get'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	appLocator,
	simplify,
]);

/** The record of an app with the inputs it takes. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { client, clock, fns, signal } = batch;
	const appId = readAppId(batch, itemIndex);
	const app = await repeated(() => client.app(appId, signal), clock, signal);
	const simplified = fns.getNodeParameter('simplify', itemIndex, true) as boolean;
	return {
		items: [appItem(appId, app, simplified ? readInputSchema(app) : undefined)],
		delivers: [],
	};
}
