import { createAccount } from './api/account';
import { createReadApp } from './api/apps';
import { createEndpoints, type Addresses } from './api/endpoints';
import { createModels } from './api/models';
import type { Clock, Http } from './ports';
import { createTasks } from './api/tasks';
import { createUpload, type UploadOptions } from './files/upload';

export type ClientOptions = Addresses & {
	/** The prefix of the deployment's task headers (spec: Create task). */
	readonly headerPrefix: string;
};

export type Client = ReturnType<typeof createClient>;

/**
 * Returns the calls of the service, by what they're about.
 * @throws AiAppError when an address or the header prefix of the credential can't be used
 */
export function createClient(http: Http, options: ClientOptions) {
	const endpoints = createEndpoints(options);
	return {
		tasks: createTasks(http, endpoints, options.headerPrefix),
		account: createAccount(http, endpoints),
		models: createModels(http, endpoints),
		app: createReadApp(http, endpoints),
		upload: (clock: Clock, how: UploadOptions) => createUpload({ http, endpoints, clock }, how),
	};
}
