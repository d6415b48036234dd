import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { AppRecord, InputField } from '../../../../client/index';

/** The item of an app: with `inputs` a readable form of it, else the record as sent. */
export function appItem(
	appId: number,
	app: AppRecord,
	inputs: readonly InputField[] | undefined,
): INodeExecutionData {
	if (!inputs) return { json: { ...app } as IDataObject };
	const { name, description, base_model, nick_name, cover_urls, created_at } = app;
	const known = { name, description, base_model, nick_name, cover_urls, created_at };
	return { json: { app_id: appId, ...known, inputs: inputs.map(inputJson) } as IDataObject };
}

function inputJson({
	key,
	label,
	kind,
	default: value,
	choices,
	min,
	max,
}: InputField): IDataObject {
	const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
	return {
		key,
		label,
		type: kind,
		...(value !== undefined && { default: value }),
		...(choices.length > 0 && { choices: choices.map((choice) => choice.value) }),
		...limits,
	};
}
