import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	excerpt,
	parseAppId,
	readInputSchema,
	settle,
	type InputField,
} from '../../../client/index';
import { toNodeError } from '../io/errors';
import { createServiceClient } from '../transport/serviceClient';
import { shownFields } from '../form/shownFields';
import { harmless } from '../form/untrustedText';

/**
 * The inputs of the app that is chosen in the editor.
 * @throws AiAppError, or n8n's own about the credential
 */
export async function chosenAppFields(ctx: ILoadOptionsFunctions): Promise<InputField[]> {
	const appId = parseAppId(ctx.getCurrentNodeParameter('appId', { extractValue: true }));
	const { client } = await createServiceClient(ctx);
	return readInputSchema(await client.app(appId));
}

/** The inputs of the chosen app by label, for Override Inputs. */
export async function getInputNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const loaded = await settle(() => chosenAppFields(this));
	if (!loaded.ok) throw toNodeError(this, loaded.error, 0);
	return shownFields(loaded.value).map(({ key, label }) => ({
		name: harmless(label),
		value: harmless(key),
		// The editor treats descriptions as HTML.
		description: harmless(excerpt(key)),
	}));
}
