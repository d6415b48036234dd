import type { INodeProperties } from 'n8n-workflow';
import { parseAppId } from '../../../client/index';
import type { Panel } from './readParameter';

/**
 * Has no regular expressions for n8n to check and read values with: n8n gives each a quarter of a
 * second, and a busy machine may take longer.
 */
export const appLocator: INodeProperties = {
	displayName: 'App',
	name: 'appId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		"The AI app to use. In the list, enter its ID, or paste the URL of its page or its API example. The list also shows the credential's 'Saved Apps'.",
	builderHint: {
		propertyHint:
			'If the user named an app, use mode "id" with its ID as text, e.g. {"__rl": true, "mode": "id", "value": "54663"}, or mode "url" with the URL of its page. Otherwise use mode "list" with an empty value, so that the user chooses the app. Never invent an ID.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'App ID, page URL or API example...',
			typeOptions: { searchListMethod: 'searchApps', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 54663',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/apps/54663',
		},
	],
};

/** The app of an operation that shows its form. */
export const appWithForm: INodeProperties = {
	...appLocator,
	hint: 'Choosing another app resets the form below',
};

/** @throws AiAppError kind `input` if there's no app ID */
export function readAppId({ ctx }: Pick<Panel, 'ctx'>, itemIndex: number): number {
	return parseAppId(ctx.getNodeParameter('appId', itemIndex, '', { extractValue: true }));
}
