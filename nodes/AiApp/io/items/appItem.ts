import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	visible,
	type AppRecord,
	type BilledSecondsSeen,
	type InputField,
} from '../../../../client/index';
import { omitUndefined } from './plainItems';

type ReadableApp = {
	readonly inputs: readonly InputField[];
	readonly template: object;
	readonly billed?: BilledSecondsSeen | undefined;
};

/** The item of an app, with a readable version of its form. */
export function appItem(
	appId: number,
	app: AppRecord,
	{ inputs, template, billed }: ReadableApp,
): INodeExecutionData {
	const { name, description, base_model, nick_name, cover_urls, created_at } = app;
	return {
		json: {
			app_id: appId,
			...visibleTexts({ name, description, base_model, nick_name, cover_urls, created_at }),
			inputs: inputs.map(inputJson),
			input_template: template,
			...omitUndefined({ billed_seconds_seen: billed }),
		} as IDataObject,
	};
}

/** Nobody writes a longer description. */
const MOST_LINES = 200;

/**
 * Removes words that the author of an app may have hidden for models to read. Keeps line breaks.
 */
function visibleTexts(about: object): object {
	const entries = Object.entries(about).map(([name, text]: [string, unknown]) => [
		name,
		typeof text === 'string'
			? text
					.split(/\r?\n/, MOST_LINES)
					.map((line) => visible(line))
					.join('\n')
			: text,
	]);
	return Object.fromEntries(entries) as object;
}

function inputJson({ key, label, kind, choices, min, max, ...field }: InputField): IDataObject {
	const values = choices.map(({ value }) => value);
	return omitUndefined({
		name: key,
		label,
		type: kind,
		default: field.default,
		choices: values.length > 0 ? values : undefined,
		min,
		max,
	});
}
