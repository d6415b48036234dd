import type { IBuilderHint, NodeHint } from 'n8n-workflow';

/** What the panel says next to the data, by how the node is set. */
export const panelHints: NodeHint[] = [
	{
		message:
			"Each item is sent the same seed, so that results may look alike. Set 'Seeds' to Random for Each Item to get different ones.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ $parameter["operation"] === "run" && $parameter["seeds"] === "asSet" && $input.all().length > 1 && ($parameter["inputs"]?.schema ?? []).some(({ id }) => /seed/i.test(id)) }}',
	},
	{
		message:
			'The tasks go on. Get their results with Task: Wait for Completion, which reads the request ID of each item.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition:
			'={{ $parameter["operation"] === "run" && $parameter["completion"] === "none" }}',
	},
];

/** For language models that build workflows. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Runs an AI app of the service (pictures, videos, sounds, texts) and returns its finished files as binary data. Use App: Run with Completion "Wait (Poll)" unless runs take long; then "Pause Until Callback" followed by Task: Get Outputs.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
			relationHint: 'Starts another workflow when a task has ended',
		},
	],
};

export const triggerBuilderHint: IBuilderHint = {
	searchHint:
		'Starts a workflow with the result of an AI app task that App: Run created with Completion "Do Not Wait, Notify URL". Fetch the files with Task: Get Outputs.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-ai-app-tasks.aiApp',
			relationHint: 'Creates the tasks; fetches their files',
		},
	],
};
