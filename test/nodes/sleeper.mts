import type { Ended } from './engine.mts';
import { parse, stringify } from 'flatted';
import { WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IRunExecutionData,
	IWebhookData,
} from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { additionalData, nodeWith, workflowOf } from './instance.mts';

export type Call = {
	/** The address that the task was created with. */
	readonly url: URL;
	readonly body?: unknown;
};

/** An execution that sleeps at the node, as n8n keeps it. */
export type Sleeper = {
	/** Takes a callback as n8n does; returns the status of the answer. */
	call(call: Call): Promise<number>;
	/** The items of each time that it was woken. */
	readonly woken: IDataObject[][];
	/** It sleeps again, at a second node of ours that is called back at addresses of its own. */
	sleepAgain(): void;
};

/**
 * Does what n8n 2.41 does when a call for a waiting execution comes in (waiting-webhooks.js): takes
 * a snapshot of what is stored, lets the node decide, and wakes the execution only if it waits.
 */
export function putToSleep({ run }: Ended, credential: ICredentialDataDecryptedObject): Sleeper {
	const stored = stringify(run.data);
	const woken: IDataObject[][] = [];
	let waits = true;

	async function call({ url, body = {} }: Call): Promise<number> {
		if (!waits) return 409;
		const data = parse(stored) as IRunExecutionData;
		const sleeping = data.executionData?.nodeExecutionStack[0]?.node;
		const node = sleeping ?? nodeWith({});
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
		woken.push(workflowData.flat().map(({ json }) => json));
		return 200;
	}

	return { call, woken, sleepAgain: () => void (waits = true) };
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
