import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

const PLAIN_HTTP =
	'With http://, the API key is sent unencrypted. Use https:// except on your own machine or network.';
/**
 * The spellings of people, and of phones that begin with a capital. A pattern for all others would
 * slow n8n down whenever it reads the credential.
 */
const IS_PLAIN_HTTP = ['http:', 'Http:', 'HTTP:'].map((scheme) => ({
	_cnd: { includes: scheme },
}));

export class AiAppApi implements ICredentialType {
	name = 'aiAppApi';
	displayName = 'AI App API';
	documentationUrl = 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks#credential';
	icon = { light: 'file:../icons/aiApp.svg', dark: 'file:../icons/aiApp.dark.svg' } as const;

	/**
	 * Without this restriction, anyone who may use the credential could send the key anywhere with an
	 * HTTP Request node.
	 */
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
			description: "URL of the service's API, without /v1",
		},
		{
			displayName: PLAIN_HTTP,
			name: 'plainHttpNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { baseUrl: IS_PLAIN_HTTP } },
		},
		{
			displayName: 'Metadata URL',
			name: 'metadataUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://meta.example.com',
			description: "URL for app details. Leave empty if it's the same as the base URL.",
		},
		{
			displayName: PLAIN_HTTP,
			name: 'plainMetadataHttpNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { metadataUrl: IS_PLAIN_HTTP } },
		},
		{
			displayName: 'Saved Apps',
			name: 'savedApps',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. 54663 Text to Picture',
			description:
				"Apps to choose from in the node's list, one per line: the app ID or the URL of the app's page, followed by a name",
		},
		{
			displayName: 'Callback Token',
			name: 'callbackToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'A secret of your choice. The service sends it back with every callback, so the AI App Trigger can reject calls from anyone else.',
		},
		{
			displayName: 'Max Tasks at a Time (All Executions)',
			name: 'maxTasksAtATime',
			type: 'number',
			default: 0,
			description:
				"The maximum number of tasks that all executions together wait for at the same time. 0 means no limit. It doesn't apply to 'Pause Execution' and 'Return Immediately'. In queue mode, each worker has a limit of its own.",
		},
		{
			displayName: 'Max Tasks per Hour',
			name: 'maxTasksPerHour',
			type: 'number',
			default: 0,
			description:
				'The maximum number of tasks that all executions together create within an hour. Further items fail without a task. 0 means no limit. In queue mode, each worker has a limit of its own. A restart of n8n begins a new count.',
		},
		{
			displayName: 'More Settings',
			name: 'moreSettings',
			type: 'boolean',
			default: false,
			description:
				'Whether to show settings for storage, task headers and other receivers of callbacks. When off, they have their standard values.',
		},
		{
			displayName: 'Callback Token URLs',
			name: 'callbackTokenUrls',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. https://receiver.example.com/hooks',
			displayOptions: { show: { moreSettings: [true] } },
			description:
				'URLs outside this n8n that may receive the callback token, one per line. Everything below them is included. The AI App Triggers of this n8n need no entry.',
		},
		{
			displayName: 'Service Reaches Private URLs',
			name: 'reachesPrivateUrls',
			type: 'boolean',
			default: false,
			displayOptions: { show: { moreSettings: [true] } },
			description:
				"Whether the service can open URLs that look private, such as those of this n8n or of files in your network. When off, such URLs are rejected before you're charged.",
		},
		{
			displayName: 'Storage URL',
			name: 'storageUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://storage.example.com',
			displayOptions: { show: { moreSettings: [true] } },
			description:
				'Needed if your storage is on a private network, if it has http:// although the service has https://, or if uploads return no URL',
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
			displayOptions: { show: { moreSettings: [true] } },
			description: 'How to sign uploads to the storage',
		},
		{
			displayName: 'Upload File Type',
			name: 'uploadFileType',
			type: 'string',
			default: 'inputs_temp',
			displayOptions: { show: { moreSettings: [true] } },
			description:
				"Value of file_type for uploads. Change it only if your service's documentation tells you to.",
		},
		{
			displayName: 'Task Header Prefix',
			name: 'taskHeaderPrefix',
			type: 'string',
			default: 'X-Service-Task-',
			displayOptions: { show: { moreSettings: [true] } },
			description:
				"Start of the service's task header names. With a wrong prefix the service keeps connections open and sends no callbacks.",
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
