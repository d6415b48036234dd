import type { INodeProperties } from 'n8n-workflow';

/** The settings of which users add those that they need, in alphabetical order as in n8n's nodes. */
export function optionsWith(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	};
}
