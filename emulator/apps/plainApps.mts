import { appInput, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

/** An app that cannot be run: it takes no inputs, and the service takes no empty ones. */
export const noInputs: SampleApp = {
	id: 57003,
	name: 'No Inputs',
	description: 'Has nothing to fill in.',
	inputs: [],
	outputs: (values) => [valueSheet('No Inputs', values)],
};

/** An app that only its owner sees. */
export const privateApp: SampleApp = {
	id: 57005,
	name: 'Private App',
	description: "Not found without its owner's API key.",
	isPrivate: true,
	inputs: [appInput('1:Text.text', { label: 'Text', type: 'string', value: 'for my eyes only' })],
	outputs: (values) => [valueSheet('Private App', values)],
};
