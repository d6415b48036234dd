import { tsImport } from 'tsx/esm/api';

/**
 * Jest transforms no ES module that it calls itself; stopShared.mjs stops the servers that start
 * here.
 */
export default async function startSharedServers({ maxWorkers }) {
	globalThis.sharedServers = await tsImport('./sharedServers.mts', import.meta.url);
	await globalThis.sharedServers.startShared(maxWorkers);
}
