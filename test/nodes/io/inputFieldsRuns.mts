import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { PROMPT, runForm, type Service } from '../service.mts';

export const PORTRAIT_APP = 54716;
export const include = { options: { includeInputFields: true } };

/** Parameters of App: Run with Include Input Fields. */
export function cat(more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { ...include, ...more });
}

/** The JSON of the items that one input item becomes. */
export async function jsonOf(
	service: Service,
	parameters: Parameters,
	input: IDataObject,
	more: Partial<Execution> = {},
): Promise<IDataObject[]> {
	const { outputs, error } = await service.run({ parameters, items: [{ json: input }], ...more });
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).map(({ json }) => json);
}

/** The request ID of a new task. */
export async function createTask(service: Service): Promise<string> {
	const parameters = runForm({}, { waitMode: 'none' }, PORTRAIT_APP);
	const [created] = await jsonOf(service, parameters, {});
	return String(created?.request_id);
}
