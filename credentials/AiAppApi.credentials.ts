import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

export class AiAppApi implements ICredentialType {
	name = 'aiAppApi';

	displayName = 'AI App API';

	documentationUrl = 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks#credential';

	icon = { light: 'file:../icons/aiApp.svg', dark: 'file:../icons/aiApp.dark.svg' } as const;

	/** Without it, an HTTP Request node of whoever may use the credential sends the key anywhere. */
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. sk-...',
			description: 'From the account settings of the service',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address that tasks are created at. A /v1 at its end is not needed.',
		},
		{
			displayName:
				'The API key travels unencrypted to an address that starts with http://. Use https:// for everything but your own machine and network.',
			name: 'plainHttpNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] } },
		},
		{
			displayName: 'Metadata URL',
			name: 'metadataUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://meta.example.com',
			description:
				'Address that the inputs of apps are read from. Leave empty if it is the Base URL.',
		},
		{
			displayName: 'Storage URL',
			name: 'storageUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://storage.example.com',
			description:
				'Address that files are stored at. Only needed if it lies in your own private network, or if uploads come back without an address.',
		},
		{
			displayName: 'Storage Type',
			name: 'storageType',
			type: 'options',
			options: [
				{ name: 'Alibaba Cloud OSS (Signature V1)', value: 'ossV1' },
				{ name: 'Alibaba Cloud OSS (Signature V4)', value: 'ossV4' },
				{ name: 'S3 Compatible', value: 's3' },
			],
			default: 'ossV4',
			description: 'How uploads to the storage of this deployment are signed',
		},
		{
			displayName: 'Upload File Type',
			name: 'uploadFileType',
			type: 'string',
			default: 'inputs_temp',
			description: 'What this deployment calls uploaded inputs',
		},
		{
			displayName: 'Callback Token',
			name: 'callbackToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Sent with tasks that notify a URL, and brought back by their callbacks, so that the receiver can tell them from others',
		},
		{
			displayName: 'Callback Token URLs',
			name: 'callbackTokenUrls',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. https://receiver.example.com/hooks',
			description:
				'Addresses outside of this n8n that may be sent the callback token, with everything below them, one per line. An AI App Trigger of this n8n needs none: it is sent a token that opens no other address.',
		},
		{
			displayName: 'Task Header Prefix',
			name: 'taskHeaderPrefix',
			type: 'string',
			default: 'X-Service-Task-',
			description:
				'How this deployment of the service begins the names of its task headers, including the last dash. Its API documentation shows it in front of Async and WebHook-Url. With a wrong one the service keeps connections open and calls nobody back.',
		},
	];

	/** A function, because n8n would evaluate an expression anew for each call. */
	authenticate = async (
		{ apiKey }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${String(apiKey).trim()}` },
	});
}
