/** Node's own depth. jest's is 100, and most errors of these tests are expected. */
Error.stackTraceLimit = 10;

// Node computes it once. In jest's copy of `process`, axios would have it computed for each request.
Object.defineProperty(process, 'allowedNodeEnvironmentFlags', {
	value: process.allowedNodeEnvironmentFlags,
});
