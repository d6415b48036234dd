// Stands first: n8n-workflow must be replaced before anything loads it.
import './surroundings.mts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeType,
	type IWebhookData,
	type IWebhookFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { AiAppTrigger } from '../../nodes/AiApp/AiAppTrigger.node';
import { answer, asExpress } from './expressAnswer.mts';
import { additionalData, type Parameters } from './instance.mts';

export type TriggerSetup = {
	readonly credential: ICredentialDataDecryptedObject;
	readonly parameters?: Parameters;
	/** `manual` while the editor listens. */
	readonly mode?: WorkflowExecuteMode;
	readonly workflowId?: string;
	/** What n8n has kept of earlier production runs. */
	readonly staticData?: IDataObject;
	/** The node, when it is not the one that this process has loaded. */
	readonly type?: Pick<INodeType, 'description' | 'webhook'>;
	/** Functions of n8n's context that an older version has not got. */
	readonly without?: readonly string[];
};

/** What n8n is around a trigger that listens. */
export type TriggerHost = {
	readonly url: string;
	/** The items that runs were started with. */
	readonly started: readonly IDataObject[];
	staticData(): IDataObject;
	/** How many calls have reached the node. */
	calls(): number;
	/** How often n8n has made the credential readable for it. */
	credentialReads(): number;
	/** What happens when a run is to be started; it is not when that rejects. */
	onStart(work: () => Promise<void>): void;
	close(): Promise<void>;
};

/** The trigger's node as it is stored. */
export function triggerNode(parameters: Parameters = {}): INode {
	return {
		id: 'trigger',
		name: 'AI App Trigger',
		type: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: 'its-webhook',
		parameters: { statuses: ['Success', 'Failed', 'Canceled'], result: 'readBack', ...parameters },
		credentials: { aiAppApi: { id: '1', name: 'AI App account' } },
	};
}

/** The workflow around it, as n8n makes one for each call. */
export function triggerWorkflow(
	node: INode,
	type: Pick<INodeType, 'description' | 'webhook'>,
	id: string,
	staticData: IDataObject,
): Workflow {
	const nodeTypes = {
		getByName: () => type as INodeType,
		getByNameAndVersion: () => type as INodeType,
		getKnownTypes: () => ({}),
	};
	return new Workflow({ id, nodes: [node], connections: {}, active: true, nodeTypes, staticData });
}

/**
 * Takes calls by HTTP and hands them to the trigger over n8n's own context. It answers and saves as
 * n8n 2.41 does: 200 and static data when the run has been stored, else 500 and nothing.
 */
export async function startTriggerHost(setup: TriggerSetup): Promise<TriggerHost> {
	const { credential, parameters, mode = 'webhook', workflowId = 'w' } = setup;
	const type = setup.type ?? new AiAppTrigger();
	const node = triggerNode(parameters);
	const started: IDataObject[] = [];
	let staticData: IDataObject = setup.staticData ?? {};
	let calls = 0;
	let credentialReads = 0;
	let start = () => Promise.resolve();

	async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body: unknown = JSON.parse(await text(request));
		const workflow = triggerWorkflow(node, type, workflowId, structuredClone(staticData));
		const around = additionalData(credential, node);
		const getDecrypted = () => {
			credentialReads += 1;
			return Promise.resolve(credential);
		};
		const data = {
			...around,
			...addresses,
			credentialsHelper: { ...around.credentialsHelper, getDecrypted },
			httpRequest: Object.assign(request, { body, path: request.url, params: {}, query: {} }),
			httpResponse: asExpress(response),
		} as unknown as ReturnType<typeof additionalData>;
		const about = { isTest: mode === 'manual' } as IWebhookData;
		const context = new WebhookContext(workflow, node, data, mode, about, [], null);
		calls += 1;
		const missing = setup.without?.map((name) => [name, { value: undefined }]) ?? [];
		const seen = Object.create(context, Object.fromEntries(missing)) as IWebhookFunctions;
		const { workflowData } = (await type.webhook?.call(seen)) ?? {};
		if (!workflowData) return;
		await start();
		started.push(...workflowData.flat().map(({ json }) => json));
		staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		answer(response, 200, { message: 'Workflow was started' });
	}

	const server = createServer((request, response) => {
		take(request, response).catch(() => answer(response, 500, { message: 'No run' }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const addresses = {
		instanceBaseUrl: origin,
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
	};
	const base = mode === 'manual' ? addresses.webhookTestBaseUrl : addresses.webhookBaseUrl;
	return {
		url: `${base}/its-webhook/ai-app-task`,
		started,
		staticData: () => staticData,
		calls: () => calls,
		credentialReads: () => credentialReads,
		onStart: (work) => void (start = work),
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => void server.close(() => resolve()));
		},
	};
}
