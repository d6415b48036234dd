/**
 * Libraries that a process loads once, not for each file of tests. Neither holds anything of a test;
 * n8n-workflow and fast-check, which the tests adapt, are loaded so in surroundings.mts and seeded.mts.
 */
const LOADED_ONCE = [
	'n8n-core',
	'@n8n/backend-network',
	'fastify',
	'undici',
	'axios',
	'jimp',
	'typescript',
];

for (const name of LOADED_ONCE) jest.mock(name, () => globalThis.requireOnce(name));
