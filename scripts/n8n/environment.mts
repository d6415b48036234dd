import { delimiter, join } from 'node:path';

export type N8nPlace = {
	/** The folder whose node_modules holds n8n and its Node.js. */
	readonly n8nFolder: string;
	/** n8n keeps its data in .n8n below it. */
	readonly userFolder: string;
	readonly port: number;
	readonly brokerPort: number;
};

/**
 * The variables that n8n needs from the machine. N8N_*, DB_* and NODE_ENV of the caller would
 * change its behavior.
 */
const INHERITED = ['HOME', 'LANG', 'SystemRoot', 'TEMP', 'TMPDIR', 'USERPROFILE'];

/** The variables of a private n8n: reachable from this machine only, no calls home, no pop-ups. */
export function n8nEnvironment(place: N8nPlace): Record<string, string> {
	const own = Object.entries(process.env).filter(
		(entry): entry is [string, string] => INHERITED.includes(entry[0]) && entry[1] !== undefined,
	);
	return {
		...Object.fromEntries(own),
		PATH: [join(place.n8nFolder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
		// n8n finds its own code compiled from the second start on.
		NODE_COMPILE_CACHE: join(place.n8nFolder, 'node_modules', '.cache', 'compiled'),
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		// A worker, which has no other server, responds to health checks there.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(place.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${place.port}/`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${place.port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_REINSTALL_MISSING_PACKAGES: 'false',
		GENERIC_TIMEZONE: 'UTC',
	};
}
