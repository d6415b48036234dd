import {
	attempted,
	readInputSchema,
	repeated,
	type Attempted,
	type Client,
	type Clock,
	type InputField,
} from '../../client/index';

export type AppForm = { readonly fields: readonly InputField[] };

/** Reads the inputs of each app once; items that run at once share the same look. */
export function createAppForms(
	client: Client,
	clock: Clock,
	signal: AbortSignal | undefined,
): (appId: number) => Promise<Attempted<AppForm>> {
	const forms = new Map<number, Promise<Attempted<AppForm>>>();

	async function read(appId: number): Promise<AppForm> {
		const app = await repeated(() => client.app(appId, signal), clock, signal);
		return { fields: readInputSchema(app) };
	}

	return (appId) => {
		const known = forms.get(appId) ?? attempted(() => read(appId));
		forms.set(appId, known);
		return known;
	};
}
