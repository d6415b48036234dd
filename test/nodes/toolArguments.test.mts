import fc from 'fast-check';
import { toolLabels } from '../../nodes/AiApp/methods/toolLabels';
import { byModel } from './byModel.mts';
import { runForm, useService } from './service.mts';

const service = useService();
const SEED = '30:Seed (rgthree).seed';
const PROMPT = '6:CLIPTextEncode.text';

/** How n8n's editor names the argument for a field. */
function argumentName(label: string): string {
	return label.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
}

describe('the labels of a tool', () => {
	it('are those of the app where they tell its arguments apart', () => {
		const fields = [
			{ key: '6:Text.text', label: 'Prompt' },
			{ key: '7:Text.text', label: 'Negative prompt' },
		];

		expect(toolLabels(fields)).toEqual(['Prompt', 'Negative prompt']);
	});

	it('begin with the input ID where n8n would leave nothing of them', () => {
		const fields = [
			{ key: '6:CLIPTextEncode.text', label: '提示词' },
			{ key: '7:CLIPTextEncode.text', label: '负面词' },
			{ key: '9:Sampler.steps', label: 'Steps' },
		];

		expect(toolLabels(fields)).toEqual([
			'6:CLIPTextEncode.text: 提示词',
			'7:CLIPTextEncode.text: 负面词',
			'Steps',
		]);
	});

	it('begin with a number where the IDs are not Latin either', () => {
		const fields = [
			{ key: '输入', label: '提示词' },
			{ key: '另一个', label: '负面词' },
		];

		expect(toolLabels(fields)).toEqual(['Input 1: 提示词', 'Input 2: 负面词']);
	});

	it('count with the limits and media that follow them in the form', () => {
		const fields = [
			{ key: '1:Image.image', label: 'A', note: ' (image)' },
			{ key: '2:Text.text', label: 'A (image)' },
		];

		expect(toolLabels(fields)).toEqual(['1:Image.image: A', '2:Text.text: A (image)']);
	});

	it('make an argument of its own for each input, whatever the labels', () => {
		const word = fc.constantFrom('提示词', 'Prompt', 'prompt', 'a', '', 'x'.repeat(70), 'é', '1');
		const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
		fc.assert(
			fc.property(fc.array(fc.record({ key: text, label: text }), { maxLength: 8 }), (fields) => {
				const names = toolLabels(fields).map((label) => argumentName(label).toLowerCase());

				expect(new Set(names).size).toBe(fields.length);
				for (const name of names) expect(name).toMatch(/[a-z]{2}/);
			}),
		);
	});
});

describe('two inputs with one argument of the model', () => {
	function asTool(values: Parameters<typeof runForm>[0]) {
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
		return service.run({ parameters: runForm(values), settings });
	}

	it('are rejected before anything is paid', async () => {
		const { error } = await asTool({ [PROMPT]: byModel('___'), [SEED]: byModel('___') });

		expect(error?.message).toContain('get the same value from the model');
		expect(error?.description).toMatch(/You weren't charged\.$/);
		expect(service.creates()).toBe(0);
	});

	it('are accepted where a person wrote the expressions', async () => {
		const own = "={{ $fromAI('text', '', 'string', 'a cat') }}";

		const { error } = await asTool({ [PROMPT]: own, [SEED]: 1 });

		expect(error?.message ?? '').not.toContain('same value from the model');
	});
});
