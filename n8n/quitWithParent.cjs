const { flushCompileCache = () => {} } = require('node:module');

/**
 * Preloaded into n8n: it stops when the process that started it is gone, however that one ended
 * (a signal handler there would not run on SIGKILL). The channel closes with the parent.
 */
const FORCE_AFTER_MS = 10_000;

process.once('disconnect', () => {
	setTimeout(() => process.exit(1), FORCE_AFTER_MS).unref();
	process.kill(process.pid, 'SIGTERM');
});
// The parent says that n8n has started. Node.js would keep the compiled code only when n8n ends.
process.once('message', () => flushCompileCache());
process.channel?.unref();
