import { appInput, type SampleApp } from './app.mts';
import { pictureFromText } from './pictureFromText.mts';
import { valueSheet } from './valueSheet.mts';

/** Cannot be run: it has no inputs, and the service rejects empty `input_values`. */
export const noInputs: SampleApp = {
	id: 57003,
	name: 'No Inputs',
	description: 'Has nothing to fill in.',
	inputs: [],
	outputs: (values) => [valueSheet('No Inputs', values)],
};

/** Visible to its owner only. */
export const privateApp: SampleApp = {
	id: 57005,
	name: 'Private App',
	description: "Not found without its owner's API key.",
	isPrivate: true,
	inputs: [appInput('1:Text.text', { label: 'Text', type: 'string', value: 'for my eyes only' })],
	outputs: (values) => [valueSheet('Private App', values)],
};

/** To try limits of time and pauses. */
export const slowPicture: SampleApp = {
	...pictureFromText,
	id: 57104,
	name: 'Slow Picture',
	description: 'Queues for 30 seconds and runs for a minute.',
	plan: { queuingMs: 30_000, runningMs: 60_000 },
};

/** To try what a workflow does when a task fails. */
export const failingPicture: SampleApp = {
	...pictureFromText,
	id: 57106,
	name: 'Failing Picture',
	description: 'Fails each time.',
	plan: { outcome: 'Failed', errorMessage: 'Out of memory.' },
};
