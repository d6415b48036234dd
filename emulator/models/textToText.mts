import type { SampleModel } from './model.mts';

/** Text to text: answers with the words of the prompt in reverse order. */
export const textToText: SampleModel = {
	endpoint: 'sample-writer/text-to-text',
	parameters: [
		{ name: 'user_prompt', type: 'text' },
		{ name: 'system_prompt', type: 'text', value: '' },
		{ name: 'max_tokens', type: 'number', value: 256 },
		{ name: 'shout', type: 'boolean', value: false },
	],
	outputs(values) {
		const words = String(values['user_prompt']).split(/\s+/).reverse();
		const answer = words.slice(0, Number(values['max_tokens'])).join(' ');
		return { texts: [values['shout'] ? answer.toUpperCase() : answer] };
	},
};
