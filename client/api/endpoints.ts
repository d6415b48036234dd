import { AiAppError } from '../errors/AiAppError';
import { normalizedAddress } from '../parsing/urls';
import { settleSync } from '../settle';
import { say } from '../parsing/say';

export type Endpoints = {
	/** The hosts (with port) that may be sent the API key. */
	readonly hosts: readonly string[];
	readonly create: string;
	readonly task: (requestId: string) => string;
	readonly outputs: (requestId: string) => string;
	readonly cancel: (requestId: string) => string;
	readonly interrupt: (requestId: string) => string;
	readonly appDetail: (appId: number) => string;
	readonly uploadToken: (fileName: string, fileType: string) => string;
	readonly commit: string;
	/** By paths on the main host, and on that of the metadata. */
	readonly onApi: (path: string) => string;
	readonly onMetadata: (path: string) => string;
	/** By the path of the model, encoded. */
	readonly model: (path: string) => string;
	readonly modelTask: (requestId: string) => string;
	readonly otherModelTask: (requestId: string) => string;
};

export type Addresses = {
	readonly baseUrl: string;
	readonly metadataUrl?: string | undefined;
};

/**
 * Every address of the service (spec: Endpoints), from the credential's two.
 * @throws AiAppError kind `unreachable` when one of them is no http(s) address
 */
export function createEndpoints(addresses: Addresses): Endpoints {
	const base = required(addresses.baseUrl, 'Base URL');
	const metadata = addresses.metadataUrl?.trim()
		? required(addresses.metadataUrl, 'Metadata URL')
		: base;
	const tasks = `${base}/v1/webapp/task/openapi`;
	const task = (requestId: string) => `${tasks}/${segment(requestId)}`;
	return {
		hosts: [...new Set([base, metadata].map((address) => new URL(address).host))],
		create: `${tasks}/create`,
		task,
		outputs: (requestId) => `${task(requestId)}/outputs`,
		cancel: (requestId) => `${task(requestId)}/cancel`,
		interrupt: (requestId) => `${task(requestId)}/interrupt`,
		appDetail: (appId) => `${metadata}/v1/webapp/${appId}/detail`,
		uploadToken: (fileName, fileType) =>
			`${base}/v1/upload/token?${new URLSearchParams({ file_name: fileName, file_type: fileType })}`,
		commit: `${metadata}/v1/input_resource/commit`,
		onApi: (path) => `${base}/v1/${path}`,
		onMetadata: (path) => `${metadata}/v1/${path}`,
		model: (path) => `${base}/v1/modelzoo/tasks/openapi/${path}`,
		modelTask: (requestId) => `${base}/v1/modelzoo/tasks/openapi/${segment(requestId)}`,
		otherModelTask: (requestId) => `${base}/v1/modelzoo/tasks/${segment(requestId)}`,
	};
}

/** @throws AiAppError kind `input` when the id would change the path of the URL */
function segment(requestId: string): string {
	const encoded = settleSync(() => encodeURIComponent(requestId));
	if (encoded.ok && !/^\.{0,2}$/.test(encoded.value)) return encoded.value;
	throw new AiAppError('input', 'The request ID contains invalid characters');
}

function required(text: string, field: string): string {
	const address = normalizedAddress(text);
	if (address) return address;
	throw new AiAppError(
		'unreachable',
		say`'${field}' in the credential isn't a valid URL`,
		{},
		say`Open the AI App API credential and enter '${field}' with https://, e.g. https://api.example.com, without user name or password.`,
	);
}
