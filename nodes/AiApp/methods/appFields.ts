import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import {
	type AiAppError,
	excerpt,
	inOrder,
	kindOf,
	say,
	settle,
	type InputField,
	parseAppId,
	readInputSchema,
} from '../../../client/index';
import { isToolNode } from '../facts/agent';
import { toNodeError } from '../io/errors';
import { sentencesOf } from '../words/description';
import { encodeFieldId, harmless } from '../form/untrustedText';
import { noteOf, isShort, presetOf, shownFields, type ShownField } from '../form/shownFields';
import { createServiceClient } from '../transport/serviceClient';

/**
 * The form of the chosen app: one field for each of its inputs, in the order of the app. The editor
 * doesn't show errors, so the message takes the place of the form.
 * @throws an error of n8n if the editor has a form, which then stays as it is
 */
export async function getInputs(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const loaded = await settle(() => chosenAppFields(this));
	if (loaded.ok) return mapperFields(shownFields(loaded.value), isToolNode(this.getNode()));
	if (hasForm(this)) throw toNodeError(this, loaded.error, 0);
	return { fields: [], emptyFieldsNotice: noticeOf(this, loaded.error) };
}

function mapperFields(shown: readonly ShownField[], isTool: boolean): ResourceMapperFields {
	const fields = shown.map((field, n) =>
		mapperField(isTool ? { ...field, label: toolLabel(field, n) } : field, noteOf(field, isTool)),
	);
	return { fields, emptyFieldsNotice: namesNotice(shown) };
}

/**
 * The button "Let the model define this parameter" names an argument after the label, where all but
 * Latin letters, digits and dashes become `_`. The number keeps equal names apart, and the input's
 * ID stands for a label of which nothing would be left.
 */
function toolLabel({ key, label }: ShownField, n: number): string {
	return `Input ${n + 1}: ${/[a-z]/i.test(label) ? label : `${key}: ${label}`}`;
}

/**
 * The editor shows this notice where there's no form, also if inputs are mapped automatically. It
 * keeps the notice of the last response that had one.
 */
function namesNotice(shown: readonly ShownField[]): string {
	if (shown.length === 0) return NO_INPUTS;
	return harmless(say`The inputs of this app: ${shown.map(({ label }) => label)}.`);
}

const NO_INPUTS = 'No inputs to fill in. Check the app ID if you expected some.';

/** Inputs of all other kinds are texts. */
const FIELD_TYPES: Readonly<Partial<Record<InputField['kind'], FieldType>>> = {
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
};

function mapperField(field: ShownField, note: string): ResourceMapperField {
	const preset = presetOf(field);
	return {
		id: encodeFieldId(field.key),
		displayName: harmless(inOrder([field.label, note])),
		...(preset === undefined ? controlOfEmpty(field) : controlOf(field)),
		required: false,
		defaultMatch: false,
		display: true,
		...(preset !== undefined && { defaultValue: preset }),
	};
}

type Control = Pick<ResourceMapperField, 'options' | 'type'>;

function controlOf(field: InputField): Control {
	const options = field.kind === 'choice' && { options: choicesIn(field) };
	return { type: FIELD_TYPES[field.kind] ?? 'string', ...options };
}

/**
 * A field that begins empty. Editors of n8n store 0 for an empty number (1.123 and 2.35 do, 2.38
 * doesn't), and false for a toggle that nobody touched, so the task would get values that nobody
 * entered.
 */
function controlOfEmpty(field: InputField): Control {
	if (field.kind === 'number') return { type: 'string' };
	return field.kind === 'boolean' ? { type: 'options', options: SWITCH } : controlOf(field);
}

const SWITCH: INodePropertyOptions[] = [
	{ name: 'True', value: 'true' },
	{ name: 'False', value: 'false' },
];

/** The choices, and the default if its author didn't list it: n8n accepts no other values. */
function choicesIn({ choices, default: preset }: InputField): INodePropertyOptions[] {
	const isListed =
		preset === undefined || !isShort(preset) || choices.some(({ value }) => value === preset);
	const all = isListed ? choices : [...choices, { label: String(preset), value: preset }];
	return all.map(({ label, value }) => ({ name: harmless(label), value: harmless(value) }));
}

const AGAIN = 'To reload the inputs, reopen this panel.';

/** Another notice of the panel says what to do. */
const NO_APP_YET = 'No app is set yet.';

/** Shown in place of a form that could not be loaded. The editor treats it as HTML. */
function noticeOf(ctx: ILoadOptionsFunctions, error: AiAppError): string {
	const locator = ctx.getCurrentNodeParameter('appId') as IDataObject | undefined;
	// An expression without a value arrives as a locator without one.
	if ((locator?.['value'] ?? '') === '') return NO_APP_YET;
	// The user has to choose another app, and the editor then loads its inputs by itself.
	const { isOfApp } = kindOf(error.kind);
	return harmless(inOrder([noticeText(ctx, error), isOfApp ? '' : AGAIN]));
}

/** Whether the editor already has a form, which an empty one would clear with all its values. */
function hasForm(ctx: ILoadOptionsFunctions): boolean {
	const inputs = ctx.getCurrentNodeParameter('inputs') as IDataObject | undefined;
	const schema = inputs?.['schema'];
	return Array.isArray(schema) && schema.length > 0;
}

/** Says nothing about money, because reading an app is free and nobody expects a charge. */
function noticeText(ctx: ILoadOptionsFunctions, error: AiAppError): string {
	if (error.kind !== 'node') return inOrder([`${error.message}.`, ...sentencesOf(error)]);
	const { message, description } = toNodeError(ctx, error, 0);
	return say`${message}. ${description ?? ''}`;
}

/**
 * The inputs of the app that is chosen in the editor.
 * @throws AiAppError, or n8n's own about the credential
 */
async function chosenAppFields(ctx: ILoadOptionsFunctions): Promise<InputField[]> {
	const appId = parseAppId(ctx.getCurrentNodeParameter('appId', { extractValue: true }));
	const { client } = await createServiceClient(ctx);
	return readInputSchema(await client.app(appId));
}

/** The inputs of the chosen app by label, for Override Inputs. */
export async function getInputNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const loaded = await settle(() => chosenAppFields(this));
	if (!loaded.ok) throw toNodeError(this, loaded.error, 0);
	return shownFields(loaded.value).map(({ key, label }) => ({
		name: harmless(label),
		value: harmless(key),
		// The editor treats descriptions as HTML.
		description: harmless(excerpt(key)),
	}));
}
