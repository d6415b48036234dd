import { randomUUID } from 'node:crypto';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';
import type { Service } from '../service.mts';
import { callNode } from '../toolCalls.mts';
import type { Day } from './day.mts';
import { executionOf } from './execution.mts';

/** The tool of an agent. */
type Tool = {
	readonly day: Day;
	readonly credential: ICredentialDataDecryptedObject;
	/** What calls share that belong to an execution. */
	readonly executionId: string | undefined;
	readonly data: IRunExecutionData;
};

/** What a call of the tool brought. */
export type Called = {
	readonly items: readonly INodeExecutionData[];
	readonly error: (Error & { readonly description?: string | null }) | undefined;
	readonly data: IRunExecutionData;
};

/** The process remembers what was left with the tools of other days. */
const names = new WeakMap<Day, string>();
let runs = 0;

/** A model calls its tool for an item. */
export async function callFor(
	service: Service,
	{ day, credential, executionId, data }: Tool,
	item: number,
): Promise<Called> {
	const name = names.get(day) ?? randomUUID();
	names.set(day, name);
	const { parameters, items, settings } = executionOf(day, service, credential);
	const onError = settings?.onError;
	const from = {
		execution: { data, executionId, run: (runs += 1) },
		mcp: { data: createRunExecutionData() },
		agent: { data: createEmptyRunExecutionData(), workflowId: undefined },
	}[day.caller as 'agent'];
	const call = {
		...{ parameters, credential, item: items?.[item] ?? { json: {} }, ...from },
		// n8n's first-class Agents give the node another ID in each call.
		node: {
			...{ id: day.caller === 'agent' ? randomUUID() : name, name },
			...(onError && { onError }),
		},
	};
	return callNode(call).then(
		(called) => ({ items: called, error: undefined, data: call.data }),
		(error: Error) => ({ items: [], error, data: call.data }),
	);
}
