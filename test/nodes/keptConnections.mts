import { Agent, type ClientRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { requireOfEngine } from './engineLibrary.mts';

type EngineAgent = Agent & { addRequest(request: ClientRequest, options: object): void };

/**
 * n8n opens a connection for each request, which is a sixth of what a test costs. Those of calls are
 * kept, so that the next call to the same host takes them. A file may be left unread, which ends the
 * connection if it's the file's own.
 */
const kept = new Agent({ keepAlive: true }) as EngineAgent;

const folder = dirname(requireOfEngine.resolve('@n8n/backend-network'));
const { EnvProxyHttpAgent } = requireOfEngine(join(folder, 'http', 'env-proxy-http-agent.js')) as {
	readonly EnvProxyHttpAgent: { readonly prototype: EngineAgent };
};

const { addRequest } = EnvProxyHttpAgent.prototype;
EnvProxyHttpAgent.prototype.addRequest = function (request, options) {
	if (!request.hasHeader('authorization')) return addRequest.call(this, request, options);
	Object.assign(request, { agent: kept, shouldKeepAlive: true });
	kept.addRequest(request, options);
};
