import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AiAppApi } from '../../credentials/AiAppApi.credentials';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { AiAppTrigger } from '../../nodes/AiApp/AiAppTrigger.node';

/** All that a person can read in the panels of this package. */

export const nodes = [new AiApp().description, new AiAppTrigger().description];
export const credential = new AiAppApi();

/** A parameter at any depth, with the path of names that leads to it. */
export type Parameter = { readonly path: string; readonly property: INodeProperties };

export type Choice = { readonly path: string; readonly choice: INodePropertyOptions };

export const parameters: readonly Parameter[] = [
	...nodes.flatMap(({ name, properties }) => inside(properties, name)),
	...inside(credential.properties, credential.name),
];

export const choices: readonly Choice[] = parameters.flatMap(({ path, property }) =>
	(property.options ?? []).flatMap((choice) =>
		'value' in choice ? [{ path: `${path}: ${choice.name}`, choice }] : [],
	),
);

function inside(properties: readonly INodeProperties[], above: string): Parameter[] {
	return properties.flatMap((property) => {
		const path = `${above} > ${property.displayName}`;
		const below = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return inside(option.values, path);
			return 'displayName' in option ? inside([option], path) : [];
		});
		return [{ path, property }, ...below];
	});
}
