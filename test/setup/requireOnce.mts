/** Loads a library once for all test files of a process, see oneContext.cjs. */
export const { requireOnce } = globalThis as unknown as { requireOnce: NodeJS.Require };

/** A library of n8n's engine, in the version that the engine has. */
export function requireOfEngine(name: string): unknown {
	return requireOnce(requireOnce.resolve(name, { paths: [requireOnce.resolve('n8n-core')] }));
}
