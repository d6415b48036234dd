import type { FastifyInstance } from 'fastify';

/** Lets pages of every origin call, as both hosts of the live service do; asking takes no key. */
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
