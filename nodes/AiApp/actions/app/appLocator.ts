import type { INodeProperties } from 'n8n-workflow';
import { parseAppId } from '../../../../client/index';
import type { Batch } from '../../batch';

/** The last number in the path of an app's page is its id. */
const ID_IN_URL = '^https?://[^?#]*?/(\\d+)(?:/[^\\d/?#]*)*/?(?:[?#].*)?$';

export const appLocator: INodeProperties = {
	displayName: 'App',
	name: 'appId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'id', value: '' },
	description: 'The AI app to use: its number, or the address of its page at the service',
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 54663',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*\\d+\\s*$',
						errorMessage: 'An app ID is a number, e.g. 54663',
					},
				},
			],
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/apps/54663',
			extractValue: { type: 'regex', regex: ID_IN_URL },
			validation: [
				{
					type: 'regex',
					properties: {
						regex: ID_IN_URL,
						errorMessage: 'The address of an app page holds the number of the app',
					},
				},
			],
		},
	],
};

/** @throws AiAppError kind `input` when the parameter holds no app id */
export function readAppId({ fns }: Batch, itemIndex: number): number {
	return parseAppId(fns.getNodeParameter('appId', itemIndex, '', { extractValue: true }));
}
