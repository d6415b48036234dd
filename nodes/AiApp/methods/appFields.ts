import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	excerpt,
	settle,
	parseAppId,
	readInputSchema,
	type InputField,
} from '../../../client/index';
import { toNodeError } from '../io/errors';
import { createServiceClient } from '../transport/serviceClient';
import { shownFields } from './shownFields';
import { harmless } from './untrustedText';

/**
 * The inputs of the app that is chosen in the editor.
 * @throws an error of n8n, shown in place of the form
 */
export async function chosenAppFields(ctx: ILoadOptionsFunctions): Promise<InputField[]> {
	const chosen = await settle(async () => {
		const appId = parseAppId(ctx.getCurrentNodeParameter('appId', { extractValue: true }));
		const { client } = await createServiceClient(ctx);
		return readInputSchema(await client.app(appId));
	});
	if (chosen.ok) return chosen.value;
	throw toNodeError(ctx, chosen.error, 0);
}

/** The inputs of the chosen app by label, for Override Inputs. */
export async function getInputNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return shownFields(await chosenAppFields(this)).map(({ key, label }) => ({
		name: harmless(label),
		value: harmless(key),
		// The editor takes descriptions for HTML.
		description: harmless(excerpt(key)),
	}));
}
