import type { IExecuteFunctions, ResourceMapperValue } from 'n8n-workflow';
import { AiAppError, isRecord, say } from '../../../../client/index';

/** What n8n's editor writes when the user lets the model define a parameter. */
const DEFINED_BY_MODEL =
	/^=\{\{\s*\/\*n8n-auto-generated-fromAI-override\*\/\s*\$fromAI\(\s*(['"`])(.*?)\1/s;

/**
 * Rejects a form in which two inputs get their values from the same argument of the model, because
 * n8n has given both the same name: one text would be sent for both of them, and be charged.
 */
export function requireOwnArguments(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
): void {
	const typed = ctx.getNodeParameter('inputs', itemIndex, {}, { rawExpressions: true });
	const { value, schema = [] } = typed as Partial<ResourceMapperValue>;
	const owners = new Map<string, string>();
	for (const [id, text] of Object.entries(isRecord(value) ? value : {})) {
		const name = DEFINED_BY_MODEL.exec(String(text ?? ''))?.[2];
		if (name === undefined) continue;
		const label = schema.find((field) => field.id === id)?.displayName ?? id;
		const other = owners.get(name);
		if (other !== undefined) throw merged(name, other, label);
		owners.set(name, label);
	}
}

function merged(name: string, one: string, other: string): AiAppError {
	return new AiAppError(
		'input',
		say`'${one}' and '${other}' get the same value from the model`,
		{
			forAgents:
				"Ask the user to let the model define these inputs again. Don't call this tool until then.",
		},
		say`n8n names the arguments of both "${name}" and merges them. Open the tool, click the menu next to 'App Inputs', select 'Refresh Input List' and let the model define both inputs again. Or set one of them in 'Override Inputs' with $fromAI and a name of its own. You weren't charged.`,
	);
}
