import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isRecord, say } from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { collection } from './collection';

/**
 * The two collections of an operation. Language models put limits among the options and options
 * among the limits, and n8n silently drops what a collection doesn't declare. So each also declares
 * what belongs in the other: it's shown only if it was set there, and `requireInPlace` rejects it.
 */
export function limitsAndOptions(
	limits: readonly INodeProperties[],
	options: readonly INodeProperties[],
): INodeProperties[] {
	return [
		collection('limits', [...limits, ...misplaced(options, 'Options')]),
		collection('options', [...options, ...misplaced(limits, 'Limits')]),
	];
}

function misplaced(others: readonly INodeProperties[], place: string): INodeProperties[] {
	// n8n doesn't look into lists of groups to decide what it shows.
	const simple = others.filter(({ type }) => type !== 'fixedCollection');
	const byName = new Map(simple.map((property) => [property.name, property]));
	return [...byName.values()].map((property) => ({
		...property,
		displayOptions: { show: { [property.name]: [{ _cnd: { exists: true } }] } },
		description: `Not applied here. Move it to '${place}'.`,
		builderHint: { propertyHint: `Belongs in "${place.toLowerCase()}". It's rejected here.` },
	}));
}

/** Whether a property is declared only to be rejected. */
export function isMisplaced({ displayOptions, name }: INodeProperties): boolean {
	return displayOptions?.show?.[name] !== undefined;
}

/**
 * @throws AiAppError kind `input`, naming a limit among the options or an option among the limits
 */
export function requireInPlace(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	{ description = [] }: { readonly description?: readonly INodeProperties[] },
): void {
	for (const { displayName, name: place, type, options = [] } of description) {
		if (type !== 'collection') continue;
		const added: unknown = ctx.getNodeParameter(place, 0, {}, { rawExpressions: true });
		const wrong = options.find(
			(option): option is INodeProperties =>
				'displayName' in option &&
				'type' in option &&
				isMisplaced(option) &&
				isRecord(added) &&
				Object.hasOwn(added, option.name),
		);
		if (!wrong) continue;
		const right = place === 'limits' ? 'options' : 'limits';
		throw new PanelError(
			say`'${wrong.displayName}' is set under '${displayName}', where it isn't applied`,
			say`Move '${wrong.name}' from '${place}' to '${right}'.`,
			'ask',
		);
	}
}
