import type { IBuilderHint, NodeHint } from 'n8n-workflow';

/** The ID of the chosen app, also from the URL of its page; an expression can't be resolved everywhere. */
const APP_ID =
	'String($parameter.toJSON().appId?.value ?? "").trim().replace(/^http[^?#]*\\/(\\d+)(?=[/?#]|$).*$/, "$1")';

/** The app that the stored form was loaded for. */
const FORM_APP_ID = '$parameter["inputs"]?.schema?.[0]?.appId';

/** Without any item, n8n throws at each use of its input, and the browser's console names the hint. */
const ITEMS = '(() => { try { return $input.all().length } catch { return 0 } })()';

/** As they are stored: a limit that is an expression may differ by item, and compares as false. */
const MAX_TASKS = '$parameter.toJSON().limits?.maxTasks';
const MAX_BILLED_SECONDS = '$parameter.toJSON().limits?.maxBilledSeconds';
const TASKS = `${ITEMS} * ($parameter.toJSON().options?.variations ?? 1)`;

/** Inputs with an expression differ by item, so their results do too. */
const HAS_EQUAL_ITEMS =
	'!/":"=/.test(JSON.stringify([$parameter.toJSON().inputs?.value, $parameter.toJSON().overrideInputs]))';

/** -1 is random for many apps, and overrides replace the form. */
const HAS_FIXED_SEED =
	'($parameter["inputs"]?.schema ?? []).some(({ id }) => /seed/i.test(id) && /^\\d/.test($parameter["inputs"].value?.[id])) && !/seed/i.test(JSON.stringify($parameter["overrideInputs"]))';

/** What the panel says next to the data, by how the node is set. */
export const panelHints: NodeHint[] = [
	{
		message:
			"This form belongs to another app. Click the menu next to 'App Inputs' and select 'Refresh Input List'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ["run", "checkInputs"].includes($parameter["operation"]) && $parameter["specifyInputs"] === "fields" && /^\\d+$/.test(${APP_ID}) && !!${FORM_APP_ID} && ${FORM_APP_ID} !== Number(${APP_ID}) }}`,
	},
	{
		message:
			"All items have the same inputs, seed included, so their results may look alike, each at full cost. To get different results, set the option 'Seed' to 'Random for Each Item'.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $parameter["operation"] === "run" && $parameter["specifyInputs"] === "fields" && ($parameter["options"]?.seedMode ?? "appInputs") === "appInputs" && !($parameter["options"]?.variations > 1) && ${ITEMS} > 1 && ${HAS_FIXED_SEED} && ${HAS_EQUAL_ITEMS} }}`,
	},
	{
		message:
			"The input needs more tasks than 'Max Tasks per Execution' allows. Unless 'On Error' in the node's settings is 'Continue', it fails at the limit and passes no results on.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $parameter["operation"] === "run" && ${MAX_TASKS} > 0 && ${TASKS} > ${MAX_TASKS} }}`,
	},
	{
		message:
			"When 'Max Billed Seconds' is reached, tasks that already run are billed in full: one task at most if 'Max Tasks at a Time' is 1. Unless 'On Error' in the node's settings is 'Continue', it fails at the limit and passes no results on.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $parameter["operation"] === "run" && ["poll", "keepOpen"].includes($parameter["waitMode"]) && ${MAX_BILLED_SECONDS} !== undefined && ${TASKS} > 1 }}`,
	},
	{
		message: 'The tasks are still running. Add Task: Wait for Completion to get their results.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition:
			'={{ $parameter["operation"] === "run" && $parameter["waitMode"] === "none" }}',
	},
	{
		message: "The tasks are still running. The service sends their results to 'Callback URL'.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition:
			'={{ $parameter["operation"] === "run" && $parameter["waitMode"] === "callback" }}',
	},
];

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

const GUIDES =
	'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks/blob/main/docs/guides/';

/** The end of a notice: a link to the page of the guides that says more, such as `waiting.md`. */
export function learnMore(page: string): string {
	return `<a href="${GUIDES}${page}" target="_blank">Learn more</a>`;
}
