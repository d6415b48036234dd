import { useService } from './service.mts';
import { schemaOf, type OutputSchema } from './outputSchema.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';

/** The path at which n8n expects the schema of a node without resource and operation (2.41). */
const PATH = 'nodes/AiApp/__schema__/v1.0.0.json';

const service = useService({
	noEndedAt: false,
	noInferenceSeconds: false,
	noRequestId: false,
	noAuditStatus: false,
});
const listen = useTriggers(service);

test('the schema of the trigger describes its items', async () => {
	const host = await listen();
	for (const plan of [{ outputs: 'partial' }, { outcome: 'Failed', errorMessage: 'Too long' }]) {
		const id = await createTask(service, { ...plan, runningMs: 1_000 });
		await service.time.sleep(2_000);
		await post(host, { request_id: id });
	}
	expect(host.started.map(({ status }) => status)).toEqual(['Success', 'Failed']);
	const schema: OutputSchema = { ...schemaOf(host.started), version: 1 };

	expect(`${JSON.stringify(schema, undefined, '\t')}\n`).toMatchFile(PATH);
});
