import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { settle, parseAppId, readInputSchema, type InputField } from '../../../client/index';
import { toNodeError } from '../io/errors';
import { createServiceClient, withCachedCredential } from '../transport/serviceClient';

export type ChosenAppFields = { readonly appId: number; readonly fields: InputField[] };

/**
 * The inputs of the app that is chosen in the editor.
 * @throws an error of n8n, shown in place of the form
 */
export async function chosenAppFields(ctx: ILoadOptionsFunctions): Promise<ChosenAppFields> {
	const chosen = await settle(async () => {
		const appId = parseAppId(ctx.getCurrentNodeParameter('appId', { extractValue: true }));
		const { client } = await createServiceClient(withCachedCredential(ctx));
		return { appId, fields: readInputSchema(await client.app(appId)) };
	});
	if (chosen.ok) return chosen.value;
	throw toNodeError(ctx.getNode(), chosen.error, 0);
}
