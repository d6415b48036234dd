import {
	displayParameter,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
	type NodeParameterValue,
} from 'n8n-workflow';

type Values = Readonly<Record<string, unknown>>;

/** What n8n itself adds to the variant of a node that is an agent's tool. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];

/** The saved names and values of a node that its description doesn't have (any more), as paths. */
export function unknownParameters(
	{ parameters, type, typeVersion }: Pick<INode, 'parameters' | 'type' | 'typeVersion'>,
	description: INodeTypeDescription,
): readonly string[] {
	const isTool = type.endsWith('Tool');
	const seen = { ...description, name: type.split('.').at(-1) ?? '' };
	const isShown = (property: INodeProperties, values: Values) =>
		displayParameter(values as INode['parameters'], property, { typeVersion }, seen, parameters);

	function unknownOf(
		properties: readonly INodeProperties[],
		values: Values,
		path: string,
	): string[] {
		return Object.entries(values).flatMap(([name, value]) => {
			if (isTool && path === '' && OF_TOOLS.includes(name)) return [];
			const property = properties.find((each) => each.name === name && isShown(each, values));
			return property ? unknownIn(property, value, path + name) : [path + name];
		});
	}

	function unknownIn(property: INodeProperties, value: unknown, path: string): string[] {
		const options = (property.options ?? []) as readonly INodeProperties[];
		if (property.type === 'collection') return unknownOf(options, value as Values, `${path}.`);
		if (property.type === 'fixedCollection')
			return unknownInGroups(property, value as Values, path);
		return unknownChoices(property, value).map((choice) => `${path}: ${choice}`);
	}

	function unknownInGroups(
		{ options = [] }: INodeProperties,
		value: Values,
		path: string,
	): string[] {
		const groups = options as readonly INodePropertyCollection[];
		return Object.entries(value).flatMap(([name, entries]) => {
			const group = groups.find((each) => each.name === name);
			if (!group) return [`${path}.${name}`];
			const list = [entries].flat() as readonly Values[];
			return list.flatMap((entry) => unknownOf(group.values, entry, `${path}.${name}.`));
		});
	}

	return unknownOf(description.properties, parameters, '');
}

/** The choices, modes and ways to fill a form that don't exist. */
function unknownChoices(property: INodeProperties, value: unknown): readonly string[] {
	const { type, typeOptions, options = [], modes = [] } = property;
	const offered = options.map((option) => ('value' in option ? option.value : undefined));
	const chosen = [value].flat() as readonly NodeParameterValue[];
	const isExpression = typeof value === 'string' && value.startsWith('=');
	if (type === 'resourceLocator') {
		const { mode } = value as { readonly mode: string };
		return modes.some(({ name }) => name === mode) ? [] : [`mode ${mode}`];
	}
	const isFixed = typeOptions?.loadOptionsMethod === undefined && /ptions$/.test(type);
	if (isExpression || !isFixed) return [];
	return chosen.filter((each) => !offered.includes(each as string)).map(String);
}
