import { createRequire } from 'node:module';

/** Loads a library of n8n's engine, in the version that the engine has. */
export const requireOfEngine = createRequire(require.resolve('n8n-core'));
