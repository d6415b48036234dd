import type { INodeProperties } from 'n8n-workflow';
import { ownMember, readInputSchema, retry, type InputField } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption } from '../operation';
import { appItem } from '../../io/items/appItem';
import { recordItem } from '../../io/items/plainItems';
import { openPanel } from '../../parameters/readParameter';
import { simplify } from '../../parameters/result.description';
import { canBeFilledIn } from '../../form/untrustedText';
import { appLocator, readAppId } from '../../parameters/appLocator';

export const option: OperationOption = {
	name: 'Get',
	description: 'Get an app and its inputs',
	action: 'Get app',
};

export const description: INodeProperties[] = [appLocator, simplify];

export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const { client, ctx, freeCalls, signal } = context;
	const appId = readAppId(context, itemIndex);
	const isSimplified = openPanel(ctx, itemIndex).isShownOn(simplify);
	const app = await retry(() => client.app(appId, signal), freeCalls(), signal);
	if (!isSimplified) return { items: [recordItem(app)] };
	const inputs = readInputSchema(app);
	const template = inputTemplate(inputs);
	const billed = context.ports.pastTasks.billedSeconds(appId);
	return { items: [appItem(appId, app, { inputs, template, billed })] };
}

type Template = Readonly<Record<string, unknown>>;

/**
 * An object to edit and paste into 'App Inputs (JSON)': each input with its default, or a value of its
 * type. People paste it into a parameter, so texts that n8n would run are left out.
 */
export function inputTemplate(inputs: readonly InputField[]): Template {
	const entries = inputs.map((input) => [input.key, valueFor(input)] as const);
	return Object.fromEntries(
		entries.filter((entry) =>
			entry.every((each) => typeof each !== 'string' || canBeFilledIn(each)),
		),
	);
}

function valueFor({ kind, choices, min = 0, default: preset }: InputField): unknown {
	const byKind: Template = { text: '', number: min, boolean: false, choice: choices[0]?.value };
	return preset ?? ownMember(byKind, kind) ?? { $binary: 'data' };
}
