import type { IDataObject } from 'n8n-workflow';
import { runForm, useService } from './service.mts';
import { schemaOf, type OutputSchema } from './outputSchema.mts';
import { useTriggers } from './triggerCalls.mts';
import { until } from '../until.mts';

/** The path at which n8n expects the schema of a node without resource and operation (2.41). */
const PATH = 'nodes/AiApp/__schema__/v1.0.0.json';

const service = useService({
	noEndedAt: false,
	noInferenceSeconds: false,
	noRequestId: false,
	noAuditStatus: false,
});
const listen = useTriggers(service);

const PLANS = [{ outputs: 'partial' }, { outcome: 'Failed', errorMessage: 'Too long' }] as const;

/** Items of callbacks that the service sends by itself. */
async function itemsOf(resultSource: string): Promise<IDataObject[]> {
	const host = await listen({ parameters: { resultSource } });
	for (const plan of PLANS) {
		service.emulator.plan(plan, { times: 1 });
		const more = { waitMode: 'callback', callbackUrl: host.url };
		await service.run({ parameters: runForm({}, more) });
	}
	await service.time.sleep(10_000);
	await until(() => host.started.length === PLANS.length);
	// Callbacks of two tasks arrive in any order.
	return [...host.started].sort((one) => (one['status'] === 'Success' ? -1 : 1));
}

test('the schema of the trigger describes its items, wherever their results come from', async () => {
	const items = [...(await itemsOf('service')), ...(await itemsOf('callback'))];
	const statuses = items.map(({ status }) => status).sort();
	expect(statuses).toEqual(['Failed', 'Failed', 'Success', 'Success']);
	const schema: OutputSchema = { ...schemaOf(items), version: 1 };

	expect(`${JSON.stringify(schema, undefined, '\t')}\n`).toMatchFile(PATH);
});
