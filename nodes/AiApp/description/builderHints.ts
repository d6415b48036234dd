import type { IBuilderHint } from 'n8n-workflow';

/** For language models that build workflows. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Runs AI apps that create images, videos, audio or text, and returns the finished files as binary data. Use App: Run with \'Wait Mode\' set to \'Wait for Result\'. If tasks take longer than a few minutes, use \'Pause Execution\' followed by Task: Get Outputs, and set the "onError" of Task: Get Outputs to "continueErrorOutput", because one failed task would stop the workflow there. As a tool of an AI Agent, the node type is n8n-nodes-ai-app-tasks.aiAppTool: set "descriptionType" to "manual" and say in "toolDescription" what the app creates.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
			relationHint: 'Starts another workflow when a task finishes',
		},
	],
};

export const triggerBuilderHint: IBuilderHint = {
	searchHint:
		"Starts a workflow with the result of a task that App: Run created with 'Wait Mode' set to 'Return Immediately and Call URL'. Its URL ends with /ai-app-task and goes into 'Callback URL' of that node. Set a 'Callback Token' in the credential. Download the files with Task: Get Outputs.",
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-ai-app-tasks.aiApp',
			relationHint: 'Creates the tasks and downloads their files',
		},
	],
};
