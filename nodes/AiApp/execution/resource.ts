import {
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';
import type { Operation } from './operation';

/** A resource of the node: its operations, and what the editor shows of them. */
export type Resource = {
	readonly operations: Readonly<Record<string, Operation>>;
	readonly properties: INodeProperties[];
};

/**
 * Makes the list of operations from their options, and shows the parameters of each where it is
 * chosen.
 * @param preset the operation that a new node begins with
 */
export function defineResource<Operations extends Resource['operations']>(
	resource: string,
	preset: keyof Operations & string,
	operations: Operations,
): Resource {
	const all = Object.entries(operations);
	const options = all.map(([value, { option }]): INodePropertyOptions => ({ ...option, value }));
	const parameters = all.flatMap(([operation, { description = [] }]) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, description),
	);
	const list: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: options.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: preset,
	};
	return { operations, properties: [list, ...parameters] };
}
