import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { attempted, parseAppId, readInputSchema, type InputField } from '../../../client/index';
import { toNodeError } from '../io/errors';
import { connect } from '../transport/serviceClient';
import { withCredentialKept } from '../transport/cachedCredential';

/**
 * The inputs of the app that is chosen in the editor.
 * @throws an error of n8n, shown in place of the form
 */
export async function chosenAppFields(fns: ILoadOptionsFunctions): Promise<InputField[]> {
	const fields = await attempted(async () => {
		const appId = parseAppId(fns.getCurrentNodeParameter('appId', { extractValue: true }));
		const { client } = await connect(withCredentialKept(fns));
		return readInputSchema(await client.app(appId));
	});
	if (fields.ok) return fields.value;
	throw toNodeError(fns.getNode(), fields.error, 0);
}
