import { AiAppError } from '../errors/AiAppError';
import { normalizedAddress } from '../parsing/urls';
import { say } from '../parsing/say';

export type Endpoints = ReturnType<typeof createEndpoints>;

export type Addresses = {
	readonly baseUrl: string;
	readonly metadataUrl?: string | undefined;
};

/**
 * Every address of the service (spec: Endpoints), made from the two URLs in the credential.
 * @throws AiAppError kind `unreachable` if one of them isn't an http(s) URL
 */
export function createEndpoints(addresses: Addresses) {
	const base = requireAddress(addresses.baseUrl, 'base');
	const metadata = addresses.metadataUrl?.trim()
		? requireAddress(addresses.metadataUrl, 'metadata')
		: base;
	const tasks = `${base}/v1/webapp/task/openapi`;
	const models = `${base}/v1/modelzoo/tasks`;
	const task = (requestId: string) => `${tasks}/${encodeURIComponent(requestId)}`;
	return {
		/** Hosts (with port) to which the API key may be sent. */
		hosts: [...new Set([base, metadata].map((address) => new URL(address).host))],
		create: `${tasks}/create`,
		task,
		outputs: (requestId: string) => `${task(requestId)}/outputs`,
		cancel: (requestId: string) => `${task(requestId)}/cancel`,
		interrupt: (requestId: string) => `${task(requestId)}/interrupt`,
		appDetail: (appId: number) => `${metadata}/v1/webapp/${appId}/detail`,
		uploadToken: (fileName: string, fileType: string) =>
			`${base}/v1/upload/token?${new URLSearchParams({ file_name: fileName, file_type: fileType })}`,
		commit: `${metadata}/v1/input_resource/commit`,
		/** The reads of the account (spec: Further endpoints). */
		account: { wallet: `${base}/v1/wallet`, user: `${metadata}/v1/user/info` },
		model: (path: string) =>
			`${models}/openapi/${path.split('/').map(encodeURIComponent).join('/')}`,
		modelTask: (requestId: string) => `${models}/openapi/${encodeURIComponent(requestId)}`,
		otherModelTask: (requestId: string) => `${models}/${encodeURIComponent(requestId)}`,
	};
}

/** @throws AiAppError kind `unreachable` when it is no http(s) address */
export function requireAddress(text: string, of: 'base' | 'metadata' | 'storage'): string {
	const address = normalizedAddress(text);
	if (address) return address;
	throw new AiAppError('unreachable', say`The ${of} URL isn't a valid URL`, {
		reason: 'address',
		name: of,
	});
}
