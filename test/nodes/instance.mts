import './keptConnections.mts';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
	type NodeParameterValueType,
} from 'n8n-workflow';
import { AiAppApi } from '../../credentials/AiAppApi.credentials';
import { AiApp } from '../../nodes/AiApp/AiApp.node';

/** What an n8n instance gives a node: the node in its workflow, credentials, URLs. */

export type Parameters = Record<string, NodeParameterValueType>;

export const NODE_NAME = 'Run App';

export function nodeWith(parameters: Parameters): INode {
	return {
		id: 'node',
		name: NODE_NAME,
		type: 'n8n-nodes-ai-app-tasks.aiApp',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { aiAppApi: { id: '1', name: 'AI App account' } },
	};
}

export function workflowOf(node: INode, settings: IWorkflowSettings = {}): Workflow {
	const type = new AiApp();
	// As n8n makes the variant that agents use.
	if (node.type.endsWith('Tool')) type.description.name += 'Tool';
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	return new Workflow({
		id: 'w',
		name: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
		settings,
	});
}

export function additionalData(
	credential: ICredentialDataDecryptedObject,
	node: INode,
	executionId = '1',
) {
	const hooks = new ExecutionLifecycleHooks('manual', executionId, {
		id: 'w',
		name: 'w',
		nodes: [node],
		connections: {},
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	});
	const url = 'http://127.0.0.1:1';
	return {
		hooks,
		executionId,
		variables: {},
		restApiUrl: url,
		instanceBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: `${url}/webhook-waiting`,
		formWaitingBaseUrl: `${url}/form-waiting`,
		credentialsHelper: {
			// As n8n does (credentials-helper.js), which drops fields that the panel hides.
			getDecrypted: () => Promise.resolve(handedOver(credential)),
			getParentTypes: () => [],
			authenticate: (
				data: ICredentialDataDecryptedObject,
				_: string,
				request: IHttpRequestOptions,
			) => new AiAppApi().authenticate(data, request),
			preAuthentication: () => Promise.resolve(undefined),
			isCredentialUsableByNode: () => true,
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** A stored credential as nodes get it: without the fields that its panel hides. */
export function handedOver(stored: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const { properties } = new AiAppApi();
	const values = { ...stored } as INodeParameters;
	const shown = NodeHelpers.getNodeParameters(properties, values, true, false, null, null);
	return (shown ?? {}) as ICredentialDataDecryptedObject;
}
