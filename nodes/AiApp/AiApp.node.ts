import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { properties } from './actions/resources';
import { route } from './actions/router';
import { subtitle } from './actions/subtitle';
import { testAiAppApi } from './methods/credentialTest';
import { getInputNames, getInputs } from './methods/appFields';
import { searchApps } from './methods/searchApps';
import { resume } from './pause/resume';
import { waitingNodeTooltip, webhooks } from './pause/pause.description';

export class AiApp implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AI App',
		name: 'aiApp',
		icon: { light: 'file:../../icons/aiApp.svg', dark: 'file:../../icons/aiApp.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Run AI apps to create images, videos and audio',
		defaults: { name: 'AI App' },
		usableAsTool: {
			replacements: {
				description:
					'Run AI apps from a prompt and other values, to create images, videos, audio or text. Returns the URLs of the results. Each run may be charged.',
			},
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'aiAppApi', required: true, testedBy: 'testAiAppApi' }],
		webhooks,
		documentationUrl: 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks#readme',
		builderHint: {
			searchHint:
				'Runs AI apps that create images, videos, audio or text, and returns the finished files as binary data. Use App: Run with \'Wait Mode\' set to \'Wait for Result\'. If tasks take longer than a few minutes, use \'Pause Execution\' followed by Task: Get Outputs, and set the "onError" of Task: Get Outputs to "continueErrorOutput", because one failed task would stop the workflow there. As a tool of an AI Agent, the node type is n8n-nodes-ai-app-tasks.aiAppTool: set "descriptionType" to "manual" and say in "toolDescription" what the app creates.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
					relationHint: 'Starts another workflow when a task finishes',
				},
			],
		},
		waitingNodeTooltip,
		properties,
	};

	methods = {
		credentialTest: { testAiAppApi },
		loadOptions: { getInputNames },
		listSearch: { searchApps },
		resourceMapping: { getInputs },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return route(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return resume(this);
	}
}
