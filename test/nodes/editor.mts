import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeListSearchItems,
	INodeParameters,
	INodePropertyOptions,
	NodeParameterValueType,
	ResourceMapperFields,
} from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { additionalData, nodeWith, workflowOf } from './instance.mts';

/**
 * The form that the editor asks the node for when an app was chosen, through n8n's own context.
 * @param inputs the form that the editor has already
 * @param type the name of the node's type, if it's the variant that agents use
 */
export function chosenForm(
	credential: ICredentialDataDecryptedObject,
	appId: NodeParameterValueType,
	inputs?: INodeParameters,
	type?: string,
): Promise<ResourceMapperFields> {
	const context = contextOf(credential, { appId, ...(inputs && { inputs }) }, 'inputs', type);
	return new AiApp().methods.resourceMapping.getInputs.call(context);
}

/** The choices of Override Inputs after an app was chosen. */
export function offeredNames(
	credential: ICredentialDataDecryptedObject,
	appId: NodeParameterValueType,
): Promise<INodePropertyOptions[]> {
	const context = contextOf(credential, { appId }, 'overrideInputs.values[0].key');
	return new AiApp().methods.loadOptions.getInputNames.call(context);
}

/** The list of apps as the editor opens it, or updates it when something is typed into it. */
export async function listedApps(
	credential: ICredentialDataDecryptedObject | undefined,
	typed?: string,
	appId: NodeParameterValueType = { __rl: true, mode: 'list', value: '' },
): Promise<INodeListSearchItems[]> {
	const context = contextOf(credential, { appId }, 'appId');
	return (await new AiApp().methods.listSearch.searchApps.call(context, typed)).results;
}

function contextOf(
	credential: ICredentialDataDecryptedObject | undefined,
	parameters: INodeParameters,
	asking: string,
	type?: string,
): LoadOptionsContext {
	const node = nodeWith({ resource: 'app', operation: 'run', ...parameters });
	if (type) node.type = type;
	if (!credential) delete node.credentials;
	const data = {
		...additionalData(credential ?? {}, node),
		currentNodeParameters: { ...node.parameters },
	};
	return new LoadOptionsContext(workflowOf(node), node, data, `parameters.${asking}`);
}

/** The parameter that the editor stores for an unchanged form. */
export function prefilled({ fields }: ResourceMapperFields): INodeParameters {
	const values = fields.map(({ id, type, defaultValue }) => [
		id,
		defaultValue ?? (type === 'boolean' ? false : null),
	]);
	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(values),
		matchingColumns: [],
		schema: structuredClone(fields) as unknown as INodeParameters[],
	};
}

/** What it stores after the file inputs were removed: they are the ones that say what they take. */
export function withoutFiles(inputs: INodeParameters): INodeParameters {
	const schema = (inputs['schema'] as INodeParameters[]).map((field) => {
		const isFile = /\((file or )?URL[;)]/.test(String(field['displayName']));
		return isFile ? { ...field, removed: true } : field;
	});
	return { ...inputs, schema };
}

/** What the editor stores when this is selected for an empty field. */
export function picked<Value>(value: Value): Value | string {
	const isTemplate = typeof value === 'string' && value.includes('{{') && value.includes('}}');
	return isTemplate && !value.startsWith('=') ? `=${value}` : value;
}

/** What it stores when a field of the input data is dragged onto an existing text. */
export function draggedUpon(text: string, expression: string): string {
	return `${text.startsWith('=') ? '' : '='}${text} {{ ${expression} }}`;
}

/** What it stores when a user types after a text: it is shown in one line. */
export function typedBehind(text: string, typed: string): string {
	return `${text.replaceAll(/[\r\n]/g, '')}${typed}`;
}
