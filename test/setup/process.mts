/** jest's is 100, and it maps each line for n8n's log. Most errors of these tests are expected. */
Error.stackTraceLimit = 4;

// Node computes it once. In jest's copy of `process`, axios would have it computed for each request.
Object.defineProperty(process, 'allowedNodeEnvironmentFlags', {
	value: process.allowedNodeEnvironmentFlags,
});
