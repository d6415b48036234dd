import { createAccount } from './account';
import { readApp } from './apps';
import { callbackHeaders, type Callback } from './callback';
import { createEndpoints, type Addresses } from './endpoints';
import { createModels } from './models';
import type { Clock, Http } from './ports';
import { createTasks } from './tasks';
import { createUpload, type UploadOptions } from './upload';

export type ClientOptions = Addresses & {
	/** How the deployment begins the names of its task headers (spec: Create task). */
	readonly headerPrefix: string;
};

export type Client = ReturnType<typeof createClient>;

/**
 * The service as an object.
 * @throws AiAppError when an address or the header prefix of the credential cannot be used
 */
export function createClient(http: Http, options: ClientOptions) {
	const endpoints = createEndpoints(options);
	return {
		tasks: createTasks(http, endpoints, options.headerPrefix),
		callbackHeaders: (callback: Callback) => callbackHeaders(options.headerPrefix, callback),
		account: createAccount(http, endpoints),
		models: createModels(http, endpoints),
		app: (appId: number, signal?: AbortSignal, timeoutMs?: number) =>
			readApp(http, endpoints, appId, signal, timeoutMs),
		upload: (clock: Clock, how: UploadOptions) => createUpload({ http, endpoints, clock }, how),
	};
}
