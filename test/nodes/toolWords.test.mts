import type { Parameters } from './instance.mts';
import { runForm, useService } from './service.mts';

const service = useService();

/** Words for people, who have panels and a browser. */
const FOR_PEOPLE = /'[A-Z][\w ]+'|Open the|credential|in the options|Task: /;

function asTool(parameters: Parameters) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
	return service.run({ parameters, settings });
}

describe('a model is told in plain words', () => {
	const cat = runForm({ '6:CLIPTextEncode.text': 'a cat' });

	it('not to call again for a task that is unconfirmed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { error } = await asTool(cat);

		expect(error?.message).toContain("Don't call this tool again");
		expect(error?.message).toMatch(/You may be charged\.$/);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('not to call again at a limit of the user', async () => {
		const { error } = await asTool({
			...cat,
			options: { variations: 2 },
			limits: { maxTasks: 1 },
		} as Parameters);

		expect(error?.message).toContain("Don't call this tool again");
		expect(error?.message).toContain(String(service.emulator.tasks()[0]?.requestId));
		expect(error?.message).toMatch(/This item wasn't charged\.$/);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('that a task runs on', async () => {
		service.emulator.plan({ runningMs: 600_000 });

		const { error } = await asTool(cat);

		expect(error?.message).toContain("Don't call this tool again for it.");
		expect(error?.message).toContain(String(service.emulator.tasks()[0]?.requestId));
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('whom to ask about the API key', async () => {
		const credential = { ...service.credential, apiKey: 'wrong' };
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { error } = await service.run({ parameters: cat, settings, credential });

		expect(error?.message).toContain("Ask the user to check this tool's API key.");
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('whom to ask about a setting of the credential', async () => {
		const credential = { ...service.credential, maxTasksAtATime: 'many' };
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { error } = await service.run({ parameters: cat, settings, credential });

		expect(error?.message).toContain('Ask the user to check the settings of this tool.');
	});
});
