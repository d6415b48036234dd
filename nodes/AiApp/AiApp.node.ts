import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { properties } from './actions/operations';
import { route } from './actions/router';
import { getInputNames } from './methods/loadOptions';
import { getInputs } from './methods/resourceMapping';

export class AiApp implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AI App',
		name: 'aiApp',
		icon: { light: 'file:../../icons/aiApp.svg', dark: 'file:../../icons/aiApp.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Run AI apps as tasks and get the finished files',
		defaults: { name: 'AI App' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'aiAppApi', required: true }],
		properties,
	};

	methods = {
		loadOptions: { getInputNames },
		resourceMapping: { getInputs },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return route(this);
	}
}
