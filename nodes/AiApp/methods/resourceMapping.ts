import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { attempted, rangeText, type InputField } from '../../../client/index';
import { formFieldId } from '../formFields';
import { chosenAppFields } from './appFields';
import { hasForm, noticeOf } from './formNotice';

/**
 * The form of the chosen app: one field for each of its inputs, in the order of the app. The editor
 * says nothing of an error, so what went wrong stands in place of the form.
 * @throws an error of n8n while the editor has a form, which then stays as it is
 */
export async function getInputs(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const loaded = await attempted(() => chosenAppFields(this));
	if (loaded.ok) return formOf(loaded.value);
	if (hasForm(this)) throw loaded.error;
	return { fields: [], emptyFieldsNotice: noticeOf(this, loaded.error) };
}

function formOf(fields: readonly InputField[]): ResourceMapperFields {
	return {
		fields: fields.map(toMapperField),
		// The editor keeps the notice of the last good answer, so it must be true of no other app.
		...(fields.length === 0 && { emptyFieldsNotice: NO_INPUTS }),
	};
}

const NO_INPUTS = 'No inputs to fill in. Check the app ID if you expected some.';

const FIELD_TYPES: Readonly<Record<InputField['kind'], FieldType>> = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
	image: 'string',
	audio: 'string',
	video: 'string',
};

function toMapperField(field: InputField): ResourceMapperField {
	const { key, kind, choices } = field;
	return {
		id: formFieldId(key),
		displayName: labelOf(field),
		type: FIELD_TYPES[kind],
		required: false,
		defaultMatch: false,
		display: true,
		...(kind === 'choice' && {
			options: choices.map(({ label, value }) => ({ name: label, value })),
		}),
		...(field.default !== undefined && { defaultValue: field.default }),
	};
}

/** A mapper field has no place for a hint, so limits and media stand in its label. */
function labelOf(field: InputField): string {
	const { label, kind } = field;
	const range = kind === 'number' ? rangeText(field) : '';
	if (range) return `${label} (${range})`;
	return kind === 'image' || kind === 'audio' || kind === 'video'
		? `${label} (${kind} URL or field)`
		: label;
}
