import type { INodeProperties } from 'n8n-workflow';
import type { Collection } from './readParameter';

const NAMES: Readonly<Record<Collection, string>> = {
	limits: 'Limit',
	options: 'Option',
	outputOptions: 'Output Option',
};

/** A list of settings, of which users add those that they need. */
export function collection(name: Collection, options: INodeProperties[]): INodeProperties {
	return {
		displayName: `${NAMES[name]}s`,
		name,
		type: 'collection',
		placeholder: `Add ${NAMES[name]}`,
		default: {},
		options,
	};
}
