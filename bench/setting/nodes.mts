import type { Workflow } from '../../scripts/n8n/workflows.mts';
import type { NodeDraft } from '../../scripts/stage/workflows.mts';

/** The name of the node in `runApp`. */
export const RUN = 'Run';

/** Our node with these parameters. */
export function aiApp(name: string, parameters: NodeDraft['parameters']): NodeDraft {
	return { name, type: 'n8n-nodes-ai-app-tasks.aiApp', parameters };
}

/** What a user would do without our node. */
export function httpRequest(name: string, parameters: NodeDraft['parameters']): NodeDraft {
	return { name, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
}

/** App: Run with Wait for Result; `inputs` may be an expression. */
export function runApp(appId: number, inputs: object | string, more: object = {}): NodeDraft {
	return aiApp(RUN, {
		...{ resource: 'app', operation: 'run', specifyInputs: 'json' },
		appId: { __rl: true, mode: 'id', value: String(appId) },
		inputsJson: typeof inputs === 'string' ? inputs : JSON.stringify(inputs),
		...{ waitMode: 'poll', downloadFiles: false, options: {}, ...more },
	});
}

/** App: Run with the app that makes a file of 1 MB without any computing. */
export function runBigFile(more: object = {}): NodeDraft {
	return runApp(57101, { '1:File.bytes': 1024 ** 2 }, more);
}

/** A workflow whose first node returns so many items. */
export function withItems(count: number, workflow: Workflow, json: object = {}): Workflow {
	const items = Array.from({ length: count }, (_, number) => ({ json: { number, ...json } }));
	const pinned = { ...workflow, pinData: { [workflow.nodes[0]?.name ?? '']: items } };
	return pinned;
}
