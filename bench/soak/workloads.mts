import type { Workflow, WorkflowNode } from '../../scripts/n8n/workflows.mts';

/** One kind of work, and its expected end. */
export type Workload = {
	readonly workflow: Workflow;
	/** How many tasks one execution creates. */
	readonly creates: number;
	readonly endsAs: 'success' | 'error' | 'canceled';
};

/** The apps of the emulator for tasks that succeed, that fail, and that run forever. */
export const APPS = { good: 57101, failing: 57103, endless: 54663 } as const;

const PACKAGE = 'n8n-nodes-ai-app-tasks';

/** What a user's n8n does on a mixed day, one workflow each. */
export function workloads(
	callbackUrl: string,
	storageUrl: string,
): Readonly<Record<string, Workload>> {
	const sample = `${storageUrl}/samples/landscape.png`;
	return {
		'poll with files': work(2, 'success', [run(APPS.good, { downloadFiles: true })]),
		'pause until callback': work(2, 'success', [run(APPS.good, { waitMode: 'pause' })]),
		'call the trigger': work(2, 'success', [run(APPS.good, { waitMode: 'callback', callbackUrl })]),
		'keep the connection open': work(2, 'success', [run(APPS.good, { waitMode: 'keepOpen' })]),
		upload: work(0, 'success', [
			own('Upload', 'aiApp', {
				...{ resource: 'file', operation: 'upload', fileSource: 'url', fileUrl: sample },
				options: {},
			}),
		]),
		'task that fails': work(2, 'error', [run(APPS.failing, {})]),
		'stop while polling': work(2, 'canceled', [run(APPS.endless, {})]),
	};
}

const INPUTS: Readonly<Record<number, object>> = {
	[APPS.good]: { '1:File.bytes': 200_000 },
	[APPS.failing]: { '2:Melody.text': 'cab' },
};

/** App: Run; the endless task is created with the id of its execution. */
function run(app: number, more: object): WorkflowNode {
	const endless = '={{ { "6:CLIPTextEncode.text": "of " + $execution.id } }}';
	return own('Run', 'aiApp', {
		...{ resource: 'app', operation: 'run', specifyInputs: 'json' },
		appId: { __rl: true, mode: 'id', value: String(app) },
		inputsJson: app === APPS.endless ? endless : JSON.stringify(INPUTS[app]),
		...{ waitMode: 'poll', downloadFiles: false, options: {}, ...more },
	});
}

function work(creates: number, endsAs: Workload['endsAs'], nodes: WorkflowNode[]): Workload {
	const start = { ...own('Start', '', {}), type: 'n8n-nodes-base.manualTrigger' };
	const pinned = Array.from({ length: Math.max(creates, 1) }, (_, n) => ({ json: { n } }));
	const workflow = { ...chain(endsAs, [start, ...nodes]), pinData: { Start: pinned } };
	return { workflow, creates, endsAs };
}

function own(name: string, type: string, parameters: object): WorkflowNode {
	return {
		...{ id: name, name, type: `${PACKAGE}.${type}`, typeVersion: 1, position: [0, 0] },
		parameters: { ...parameters },
	};
}

function chain(name: string, nodes: readonly WorkflowNode[]): Workflow {
	const links = nodes.slice(1).map((node, index) => {
		const next = { node: node.name, type: 'main', index: 0 };
		return [nodes[index]?.name ?? '', { main: [[next]] }] as const;
	});
	const settings = { executionOrder: 'v1' };
	return { name, nodes, connections: Object.fromEntries(links), settings };
}
