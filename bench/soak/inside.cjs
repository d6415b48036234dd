/** Preloaded in n8n: says at INSIDE_PORT what it knows of itself, its garbage just collected. */
const { createServer } = require('node:http');

createServer((_request, response) => {
	globalThis.gc();
	const { heapUsed, rss } = process.memoryUsage();
	const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
	response.end(JSON.stringify({ heapUsed, rss, timers }));
})
	// A child or a thread of n8n finds the port in use.
	.on('error', () => undefined)
	.listen(process.env.INSIDE_PORT, '127.0.0.1');
