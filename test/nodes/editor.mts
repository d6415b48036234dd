// Stands first: n8n-workflow must be replaced before anything loads it.
import './surroundings.mts';
import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeParameters,
	NodeParameterValueType,
	ResourceMapperFields,
} from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { additionalData, nodeWith, workflowOf } from './instance.mts';

/**
 * The form that the editor asks the node for when an app was chosen, through n8n's own context.
 * @param inputs the form that the editor has already
 */
export function chosenForm(
	credential: ICredentialDataDecryptedObject,
	appId: NodeParameterValueType,
	inputs?: INodeParameters,
): Promise<ResourceMapperFields> {
	const node = nodeWith({ resource: 'app', operation: 'run', appId, ...(inputs && { inputs }) });
	const data = {
		...additionalData(credential, node),
		currentNodeParameters: { ...node.parameters },
	};
	const context = new LoadOptionsContext(workflowOf(node), node, data, 'parameters.inputs');
	return new AiApp().methods.resourceMapping.getInputs.call(context);
}

/** The parameter that the editor stores for a form that nobody has touched. */
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
