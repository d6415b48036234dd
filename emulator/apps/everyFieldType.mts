import { appInput, type AppInput, type InputValue, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

type Field = readonly [type: string, value: InputValue | null, options?: object | string];

const RANGE = { max: 10, min: 0, precision: 2, step: 1, step2: 0.1 };
const LABELLED = [
	{ value: 'a', label: 'First' },
	{ value: 'b', label: 'Second' },
];
const NAMED = [
	{ id: 10, name: 'Ten' },
	{ id: 20, name: 'Twenty' },
];

/** Every known spelling of `field_type`, with options in every form seen. */
const FIELDS: readonly Field[] = [
	['text', 'a line'],
	['textarea', 'two\nlines'],
	['customtext', 'a longer text', { hideOnZoom: true, minNodeSize: [400, 200] }],
	['string', null],
	['number', '7', { max: 100, min: 1, precision: 0, step: 10, step2: 1 }],
	['int', 4, { max: 8, min: 1, step: 1 }],
	['integer', 5, '{"max": 8, "min":'],
	['float', 0.25, RANGE],
	['slider', 3, RANGE],
	['seed', 12345, { max: 2147483647, min: 1, step: 5 }],
	['boolean', true],
	['bool', false],
	['toggle', 'true'],
	['switch', 'false', { on: 'Yes', off: 'No' }],
	['checkbox', true, ''],
	['combo', 'medium', { values: ['small', 'medium', 'large'] }],
	['select', 2, { options: [1, 2, 3] }],
	['enum', 'b', { choices: LABELLED }],
	['choice', 20, { values: NAMED }],
	['option', 'north', ['north', 'south']],
	['dropdown', 'unlisted', { values: [] }],
	['hidden', 'internal'],
	['STRING', 'capital letters'],
	['mystery', 'a type that nobody knows'],
];

/** `sort` reverses the order of the list, to detect clients that ignore it. */
function inputOf([type, value, options]: Field, index: number): AppInput {
	const label = `Field of Type ${type}`;
	const sort = FIELDS.length - index;
	return appInput(`${index + 1}:Field.${type}_value`, { label, type, value, options, sort });
}

export const everyFieldType: SampleApp = {
	id: 57002,
	name: 'Every Field Type',
	description: 'Shows the values that arrived for every kind of field.',
	inputs: FIELDS.map(inputOf),
	outputs: (values) => [valueSheet('Every Field Type', values)],
};
