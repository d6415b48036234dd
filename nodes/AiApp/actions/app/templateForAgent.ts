import { AiAppError, excerpt, type InputField } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { PreparedWork } from '../../execution/operation';
import { inputTemplate } from './inputTemplate';

/** A model pays for each character that it reads. */
const LONGEST_TEMPLATE = 2_000;
const LONGEST_TEXT = 200;

/** What was rejected before a task was created, with values to copy if a model wrote them as JSON. */
export async function withTemplates(
	context: ExecutionContext,
	works: readonly PreparedWork[],
): Promise<PreparedWork[]> {
	if (!context.isTool) return [...works];
	return Promise.all(
		works.map(async ({ itemIndex, work }) => {
			if (work.ok) return { itemIndex, work };
			const error = await withTemplate(context, work.error, itemIndex);
			return { itemIndex, work: { ok: false, error } };
		}),
	);
}

/** With a form a model sees arguments of other names, and would copy the JSON into one of them. */
export async function withTemplate(
	{ appForm, ctx, isTool }: ExecutionContext,
	error: unknown,
	itemIndex: number,
): Promise<unknown> {
	if (!isTool || !(error instanceof AiAppError) || error.kind !== 'input') return error;
	const { appId, requestId } = error.details;
	const isJson = ctx.getNodeParameter('specifyInputs', itemIndex, 'fields') === 'json';
	if (!isJson || appId === undefined || requestId !== undefined) return error;
	const form = await appForm(appId, 0);
	return form.ok ? error.about({ inputTemplate: boundedTemplate(form.value.fields) }) : error;
}

/**
 * The inputs with their defaults. Null keeps the default of the app: it stands for what is too long,
 * or might be a secret. What an app's author wrote goes to the model as it is, or not at all.
 */
function boundedTemplate(fields: readonly InputField[]): Readonly<Record<string, unknown>> {
	const entries: [string, unknown][] = [];
	let length = 0;
	for (const [key, value] of Object.entries(inputTemplate(fields))) {
		const entry: [string, unknown] = [key, isShort(value) ? value : null];
		length += JSON.stringify(entry).length;
		if (length > LONGEST_TEMPLATE) break;
		if (isShort(key)) entries.push(entry);
	}
	return Object.fromEntries(entries);
}

function isShort(value: unknown): boolean {
	if (typeof value !== 'string') return typeof value !== 'object';
	return excerpt(value, LONGEST_TEXT) === value;
}
