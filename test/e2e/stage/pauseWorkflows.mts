import type { NodeDraft } from '../../../scripts/stage/workflows.mts';

export { chain, start, store, type NodeDraft } from '../../../scripts/stage/workflows.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';

/** Yields `count` items `{n, prompt}`. */
export function items(count: number, name = 'Upstream'): NodeDraft {
	const jsCode = `return Array.from({ length: ${count} }, (_, n) => ({ json: { n, prompt: 'picture ' + n } }));`;
	return {
		name,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { mode: 'runOnceForAllItems', language: 'javaScript', jsCode },
	};
}

/** App: Run of the app that creates an image from a text. */
export function runApp(name: string, parameters: object = {}): NodeDraft {
	return {
		name,
		type: `${PACKAGE}.aiApp`,
		parameters: {
			resource: 'app',
			operation: 'run',
			appId: { __rl: true, mode: 'id', value: '54663' },
			specifyInputs: 'json',
			inputsJson: '={{ { "6:CLIPTextEncode.text": $json.prompt ?? "again" } }}',
			options: {},
			...parameters,
		},
	};
}

/** The same, which pauses the execution until its callbacks. */
export function pausingRun(name: string, more: Partial<NodeDraft> = {}): NodeDraft {
	return { ...more, ...runApp(name, { waitMode: 'pause', ...more.parameters }) };
}

/** The output of the node before, with the item that it belongs to. */
export function after(name = 'After', upstream = 'Upstream'): NodeDraft {
	const assignment = {
		id: 'a',
		name: 'n',
		value: `={{ $('${upstream}').item.json.n }}`,
		type: 'number',
	};
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments: [assignment] },
			includeOtherFields: true,
			options: {},
		},
	};
}

export function onTask(name: string, operation: string, more: object = {}): NodeDraft {
	return {
		name,
		type: `${PACKAGE}.aiApp`,
		parameters: {
			resource: 'task',
			operation,
			requestId:
				'={{ $json.error && $json.details?.kind ? $json.details.request_id : $json.request_id }}',
			options: {},
			...more,
		},
	};
}
