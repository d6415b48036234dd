import { useService } from './service.mts';
import { readFileSync } from 'node:fs';
import { schemaOf, type OutputSchema } from './outputSchema.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';

/** Where n8n looks for the schema of a node without resource and operation (2.41). */
const PATH = 'nodes/AiApp/__schema__/v1.0.0.json';
const EXAMPLE = 'workflows/notify-another-workflow-receiver.json';

const service = useService({
	noEndedAt: false,
	noInferenceSeconds: false,
	noRequestId: false,
	noAuditStatus: false,
});
const listen = useTriggers(service);

test('the schema of the trigger has what its items have', async () => {
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

test('the example that is pinned in the template is such an item', () => {
	const { pinData } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
		readonly pinData: Readonly<Record<string, ReadonlyArray<{ readonly json: object }>>>;
	};
	const schema = JSON.parse(readFileSync(PATH, 'utf8')) as OutputSchema;

	const pinned = Object.values(pinData).flat();

	expect(pinned).toHaveLength(1);
	// Below metadata stand the task headers of whoever created the task.
	const items = pinned.map(({ json }) => ({ ...json, metadata: {} }));
	expect(strangers(schemaOf(items), schema)).toEqual([]);
});

/** The members of a schema that another one has not got, or has got in another type. */
function strangers(own: OutputSchema, other: OutputSchema | undefined, path = 'item'): string[] {
	const types = [other?.type ?? []].flat();
	if (![own.type].flat().every((type) => types.includes(type))) return [path];
	const members = Object.entries(own.properties ?? {}).flatMap(([name, member]) =>
		strangers(member, other?.properties?.[name], `${path}.${name}`),
	);
	return own.items ? [...members, ...strangers(own.items, other?.items, `${path}[]`)] : members;
}
