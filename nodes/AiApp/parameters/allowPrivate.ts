import type { INodeProperties } from 'n8n-workflow';

export const allowPrivateCallbackUrl: INodeProperties = {
	displayName: 'Allow Private Callback URL',
	name: 'allowPrivateCallbackUrl',
	type: 'boolean',
	default: false,
	description:
		'Whether to continue even if the callback URL or the URL of a file looks private. Turn on if the service runs in the same network.',
};

export const ALLOW_PRIVATE_ADVICE =
	"If the service can reach this URL, turn on 'Allow Private Callback URL' in the options.";
