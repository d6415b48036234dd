import type { ICredentialDataDecryptedObject, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Ended } from '../engine.mts';
import type { Called } from './calls.mts';
import { pausedExecution } from '../pause/pausedExecution.mts';
import type { Service } from '../service.mts';
import type { NodeRuns } from './nodeRuns.mts';

/** A run of the node, with its tries. */
export type Seen = Run & {
	readonly status: string;
	readonly items: readonly Pick<INodeExecutionData, 'json' | 'pairedItem'>[];
	/** Message and description. */
	readonly error: string | undefined;
	/** The item that the error is about. */
	readonly failedItem: number | undefined;
	/** The only item of a call. */
	readonly calledFor?: number;
	/** All that n8n stores of it. */
	readonly stored: string;
	/** The position after its last create among those of the day. */
	readonly to: number;
	readonly endedAt: number;
};

export type Run = {
	/** Of the execution: turns of a loop share it. */
	readonly id: string;
	readonly turn: number;
	/** The position of its first create among those of the day. */
	readonly from: number;
	readonly startedAt: number;
	readonly credential: ICredentialDataDecryptedObject;
};

const MINUTE_MS = 60_000;
const PATIENCE_MINUTES = 30;

/** What an ended execution shows; a paused one is resumed first. */
export async function seen(
	service: Service,
	ended: Ended,
	about: Run,
	runs: NodeRuns,
): Promise<Seen> {
	const { run, outputs, error } = ended;
	// n8n doesn't wait until a stopped node has finished.
	await runs.ended();
	const resumed = run.waitTill ? await resume(service, ended, about.credential) : undefined;
	const creates = service.emulator.requests().filter(({ operation }) => operation === 'create');
	return {
		...about,
		status: resumed ? 'success' : run.status,
		items: resumed?.map((json, item) => ({ json, pairedItem: { item } })) ?? outputs.flat(),
		error: textOf(error),
		failedItem: error?.context?.itemIndex,
		stored: stored(run.data, error, resumed),
		to: creates.length,
		endedAt: service.time.now(),
	};
}

/** What a model gets, and n8n keeps, of a call of its tool. */
export function seenByAgent(
	{ items, error, data }: Called,
	about: Run & Pick<Seen, 'endedAt'>,
	item: number,
	to: number,
): Seen {
	return {
		...about,
		...{ status: error ? 'error' : 'success', error: textOf(error), to },
		...{ calledFor: item, failedItem: error && item },
		items: items.map(({ json }) => ({ json, pairedItem: { item } })),
		stored: stored(data, error, items),
	};
}

function textOf(error: Called['error']): string | undefined {
	return error && `${error.message} ${error.description ?? ''}`;
}

function stored(data: object, error: Called['error'], items: unknown): string {
	return JSON.stringify([data, error?.message, error?.description, error?.stack, items]);
}

/** Calls for each task, as the service does, until the execution resumes. */
async function resume(
	service: Service,
	ended: Ended,
	credential: ICredentialDataDecryptedObject,
): Promise<readonly IDataObject[] | undefined> {
	const execution = pausedExecution(ended, credential);
	for (let minute = 0; minute < PATIENCE_MINUTES && execution.resumed.length === 0; minute++) {
		await service.time.sleep(MINUTE_MS);
		for (const { headers, operation } of service.emulator.requests()) {
			const url = headers['x-service-task-webhook-url'];
			if (operation === 'create' && url) await execution.call({ url: new URL(String(url)) });
		}
	}
	return execution.resumed[0];
}
