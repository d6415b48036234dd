import type { Ended } from '../engine.mts';
import { parse, stringify } from 'flatted';
import { WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IRunExecutionData,
	IWebhookData,
} from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { additionalData, nodeWith, workflowOf } from '../instance.mts';

export type Call = {
	/** The callback URL of the task. */
	readonly url: URL;
	readonly body?: unknown;
};

/** An execution that is paused at the node, as n8n keeps it. */
export type PausedExecution = {
	/** Receives a callback as n8n does; returns the status of the response. */
	call(call: Call): Promise<number>;
	/** The items of each time it was resumed. */
	readonly resumed: IDataObject[][];
	/** Pauses again, at a second AI App node with its own callback URLs. */
	pauseAgain(): void;
};

/**
 * Does what n8n 2.41 does for a call to a waiting execution (waiting-webhooks.js): takes a snapshot
 * of what is stored, lets the node decide, and resumes the execution only if it is waiting.
 */
export function pausedExecution(
	{ run }: Ended,
	credential: ICredentialDataDecryptedObject,
): PausedExecution {
	const stored = stringify(run.data);
	const resumed: IDataObject[][] = [];
	let waits = true;

	async function call({ url, body = {} }: Call): Promise<number> {
		if (!waits) return 409;
		const data = parse(stored) as IRunExecutionData;
		const pausedNode = data.executionData?.nodeExecutionStack[0]?.node;
		const node = pausedNode ?? nodeWith({});
		data.resultData.runData[node.name]?.pop();
		const answer = { status: 0 };
		const query = Object.fromEntries(url.searchParams);
		const exchange = {
			...additionalData(credential, node),
			httpRequest: { body, query, headers: {}, params: {} },
			httpResponse: asExpress(answer),
		} as unknown as ReturnType<typeof additionalData>;
		const webhook = {} as IWebhookData;
		const workflow = workflowOf(node);
		const context = new WebhookContext(workflow, node, exchange, 'manual', webhook, [], data);
		const { workflowData } = await new AiApp().webhook.call(context);
		if (!workflowData) return answer.status;
		if (!waits) return 500;
		waits = false;
		resumed.push(workflowData.flat().map(({ json }) => json));
		return 200;
	}

	return { call, resumed, pauseAgain: () => void (waits = true) };
}

function asExpress(answer: { status: number }): object {
	const response = {
		status(code: number) {
			answer.status = code;
			return response;
		},
		json: () => response,
	};
	return response;
}
