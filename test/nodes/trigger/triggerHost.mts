import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeType,
	type IWebhookData,
	type IWebhookFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { AiAppTrigger } from '../../../nodes/AiApp/AiAppTrigger.node';
import { answer, asExpress } from '../expressAnswer.mts';
import { additionalData, handedOver, type Parameters } from '../instance.mts';
import { triggerNode, triggerWorkflow } from './triggerNode.mts';

export type TriggerSetup = {
	readonly credential: ICredentialDataDecryptedObject;
	readonly parameters?: Parameters;
	/** `manual` while the editor listens. */
	readonly mode?: WorkflowExecuteMode;
	readonly workflowId?: string;
	/** What n8n has stored of earlier production executions. */
	readonly staticData?: IDataObject;
	/** Where N8N_EDITOR_BASE_URL is another address than that of webhooks. */
	readonly editorUrl?: string;
	/** The node, when it is not the one that this process has loaded. */
	readonly type?: Pick<INodeType, 'description' | 'webhook'>;
	/** Functions of n8n's context that an older version doesn't have. */
	readonly without?: readonly string[];
};

/** n8n's part around a trigger that listens. */
export type TriggerHost = {
	readonly url: string;
	/** The items that runs were started with. */
	readonly started: readonly IDataObject[];
	staticData(): IDataObject;
	/** How many calls have reached the node. */
	calls(): number;
	/** How often n8n has made the credential readable for it. */
	credentialReads(): number;
	/** The node's warnings in the log. */
	readonly warnings: readonly string[];
	/** Called when an execution is to be started; a rejection means that it isn't. */
	onStart(work: () => Promise<void>): void;
	close(): Promise<void>;
};

/**
 * Receives calls by HTTP and passes them to the trigger with n8n's own context. It responds and
 * saves as n8n 2.41 does: 200 and static data when the execution has been stored, else 500 and
 * nothing.
 */
export async function startTriggerHost(setup: TriggerSetup): Promise<TriggerHost> {
	const { credential, parameters, mode = 'webhook', workflowId = 'w' } = setup;
	const type = setup.type ?? new AiAppTrigger();
	const node = triggerNode(parameters);
	const started: IDataObject[] = [];
	let staticData: IDataObject = setup.staticData ?? {};
	let calls = 0;
	const warnings: string[] = [];
	let credentialReads = 0;
	let start = () => Promise.resolve();

	async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parsed = await parsedBody(request);
		const workflow = triggerWorkflow(node, type, workflowId, structuredClone(staticData));
		const around = additionalData(credential, node);
		const getDecrypted = () => {
			credentialReads += 1;
			return Promise.resolve(handedOver(credential));
		};
		const ofExpress = { ...parsed, path: request.url, params: {}, query: {} };
		const httpRequest = Object.assign(request, ofExpress);
		const data = {
			...around,
			...addresses,
			credentialsHelper: { ...around.credentialsHelper, getDecrypted },
			httpRequest,
			httpResponse: asExpress(response),
		} as unknown as ReturnType<typeof additionalData>;
		const about = { isTest: mode === 'manual' } as IWebhookData;
		const context = new WebhookContext(workflow, node, data, mode, about, [], null);
		calls += 1;
		const missing = setup.without?.map((name) => [name, { value: undefined }]) ?? [];
		const seen = Object.create(context, {
			...Object.fromEntries(missing),
			logger: { value: { ...context.logger, warn: (text: string) => warnings.push(text) } },
		}) as IWebhookFunctions;
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
		instanceBaseUrl: setup.editorUrl ?? origin,
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
	};
	const base = mode === 'manual' ? addresses.webhookTestBaseUrl : addresses.webhookBaseUrl;
	return {
		url: `${base}/its-webhook/ai-app-task`,
		started,
		staticData: () => staticData,
		calls: () => calls,
		warnings,
		credentialReads: () => credentialReads,
		onStart: (work) => void (start = work),
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => void server.close(() => resolve()));
		},
	};
}

/** As n8n parses it: of a form there are no bytes. */
async function parsedBody(request: IncomingMessage) {
	const rawBody = await buffer(request);
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/form-data'))
		return { rawBody, body: JSON.parse(rawBody.toString()) as unknown };
	const form = await new Response(rawBody, { headers: { 'content-type': type } }).formData();
	const data: Record<string, unknown> = {};
	form.forEach((value, name) => (data[name] = value));
	return { body: { data, files: {} } };
}
