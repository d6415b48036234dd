import { useService } from './service.mts';
import { HookContext } from 'n8n-core';
import { AiAppTrigger } from '../../nodes/AiApp/AiAppTrigger.node';
import { additionalData } from './instance.mts';
import { TOKEN } from './triggerCalls.mts';
import { triggerNode, triggerWorkflow } from './triggerNode.mts';

const service = useService();

/** What n8n calls in the trigger when its workflow is published, and what is logged then. */
async function publish(settings: Readonly<Record<string, string>>) {
	const type = new AiAppTrigger();
	const node = triggerNode();
	const context = new HookContext(
		triggerWorkflow(node, type, 'w', {}),
		node,
		additionalData({ ...service.credential, ...settings }, node),
		'trigger',
		'activate',
	);
	const warn = jest.spyOn(context.logger, 'warn').mockImplementation(() => {});
	const { checkExists, create } = type.webhookMethods.default;
	const exists = await checkExists.call(context);
	const created = exists || (await create.call(context));
	const warnings = warn.mock.calls.map(([message]) => message);
	warn.mockRestore();
	return { created, warnings, context, type };
}

test('without a callback token the log warns that anyone can call', async () => {
	const { created, warnings } = await publish({ callbackToken: ' ' });

	expect(created).toBe(true);
	expect(warnings).toEqual([expect.stringContaining('"AI App Trigger" has no \'Callback Token\'')]);
});

test('with a callback token nothing is logged', async () => {
	const { created, warnings } = await publish({ callbackToken: TOKEN });

	expect(created).toBe(true);
	expect(warnings).toEqual([]);
});

test('nothing is registered at the service or removed from it', async () => {
	const { context, type } = await publish({});

	expect(await type.webhookMethods.default.delete.call(context)).toBe(true);
	expect(service.emulator.requests()).toEqual([]);
});
