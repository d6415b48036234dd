import type { FastifyInstance } from 'fastify';

/** Allows every origin, as the live service does. Preflight requests need no key. */
export function allowOrigins(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ method, headers }, reply) => {
		reply.header('access-control-allow-origin', '*');
		if (method !== 'OPTIONS') return undefined;
		reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT');
		const wanted = headers['access-control-request-headers'];
		if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
		return reply.code(204).send();
	});
}
