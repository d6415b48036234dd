import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { testAiAppApi } from './methods/credentialTest';
import { warnWithoutToken } from './trigger/authenticate';
import { offeredValues } from './parameters/readParameter';
import { properties, triggerOn } from './trigger/trigger.description';
import { receive } from './trigger/receive';
import { respond } from './transport/callbackAnswer';

export class AiAppTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AI App Trigger',
		name: 'aiAppTrigger',
		icon: { light: 'file:../../icons/aiApp.svg', dark: 'file:../../icons/aiApp.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"].join(", ") }}',
		// n8n lists AI App and this trigger as one node, and describes both with this text.
		description:
			'Run AI apps to create images, videos and audio, or start a workflow when a task finishes',
		eventTriggerDescription: "Waiting for a task that has the Test URL as its 'Callback URL'",
		activationMessage:
			"You can now use the Production URL as 'Callback URL' of App: Run. The workflow starts when a task finishes.",
		defaults: { name: 'AI App Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'aiAppApi', required: true, testedBy: 'testAiAppApi' }],
		documentationUrl:
			'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks/blob/main/docs/guides/trigger.md',
		builderHint: {
			searchHint:
				"Starts a workflow with the result of a task that App: Run created with 'Wait Mode' set to 'Return Immediately and Call URL'. Its URL ends with /ai-app-task and goes into 'Callback URL' of that node. Set a 'Callback Token' in the credential. Download the files with Task: Get Outputs.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-ai-app-tasks.aiApp',
					relationHint: 'Creates the tasks and downloads their files',
				},
			],
		},
		triggerPanel: {
			header: 'Listen for finished tasks',
			executionsHelp: {
				inactive:
					"<b>While building</b>: click Execute step, then run a task with the Test URL as 'Callback URL'. <b>When it works</b>: publish the workflow and use the Production URL as 'Callback URL' of App: Run.",
				active:
					"<b>While building</b>: click Execute step, then run a task with the Test URL as 'Callback URL'. <b>In production</b>: use the Production URL as 'Callback URL' of App: Run. You can see the executions in the executions list.",
			},
			activationHint: {
				active: 'The workflow receives callbacks at the Production URL.',
				inactive: 'Publish the workflow to receive callbacks at the Production URL.',
			},
		},
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'ai-app-task' },
		],
		properties,
	};

	/** n8n runs the credential test of whichever node it finds first, so both nodes have it. */
	methods = { credentialTest: { testAiAppApi } };

	/**
	 * The service has no registration: each task names its own callback URL. So there is nothing to
	 * find or remove, and n8n calls `create` whenever the trigger starts to listen.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				// A status that doesn't exist would never start the workflow.
				offeredValues(triggerOn, this.getNodeParameter(triggerOn.name));
				await warnWithoutToken(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return respond(this, await receive(this));
	}
}
