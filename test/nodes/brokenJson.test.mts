import { PROMPT, runForm, runModel, useService } from './service.mts';

const service = useService();
const items = [{ json: { prompt: 'He said "hi"' } }];
const json = (inputsJson: string) => runForm({}, { specifyInputs: 'json', inputsJson });

describe('the message about JSON', () => {
	it('that a text of another node breaks says how to insert it', async () => {
		const parameters = json(`={"${PROMPT}": "{{ $json.prompt }}"}`);

		const { error } = await service.run({ parameters, items });

		expect(error?.message).toContain("isn't a JSON object");
		expect(error?.description).toContain('{{ JSON.stringify($json.prompt) }}');
		expect(error?.description).toContain("'Override Inputs'");
		expect(error?.description).toMatch(/You weren't charged\.$/);
		expect(service.creates()).toBe(0);
	});

	it('for a model does so as well', async () => {
		const modelParameters = '={"prompt": "{{ $json.prompt }}"}';

		const { error } = await service.run({ parameters: runModel({ modelParameters }), items });

		expect(error?.description).toContain('{{ JSON.stringify($json.prompt) }}');
	});

	it('that is no object names no quotes', async () => {
		const { error } = await service.run({ parameters: json('[1]') });

		expect(error?.description).not.toContain('JSON.stringify');
	});
});
