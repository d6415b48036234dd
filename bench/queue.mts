import { measurePolling } from './queue/polling.mts';
import { QUEUE_FILE, troublesOf, type QueueResults } from './queue/results.mts';
import { machine } from './report/results.mts';
import { saveIf } from './report/save.mts';
import { prepare } from './setting/project.mts';

type Options = { readonly executions?: number; readonly write?: boolean };

/** Measures n8n's workers in queue mode. */
export default async function benchQueue({ executions, write }: Options): Promise<void> {
	prepare();
	const runs = await measurePolling(executions ?? 500);
	const measured: QueueResults = {
		date: new Date().toISOString(),
		machine: machine(),
		runs,
	};
	console.log(JSON.stringify(measured, undefined, '\t'));
	saveIf(write ?? executions === undefined, QUEUE_FILE, measured);
	const troubles = troublesOf(measured);
	if (troubles.length > 0)
		throw new Error(`The fleet is set up as the guide says, but: ${troubles.join(', ')}.`);
	console.log('Nothing was lost or paid twice.');
}
