export type Shared = {
	readonly postgres: { readonly port: number; readonly user: string; readonly database: string };
	readonly redis: { readonly port: number };
	readonly encryptionKey: string;
	/** Where main shows the editor. */
	readonly editorUrl: string;
	/**
	 * The webhook process, which receives production webhooks and the calls that resume paused
	 * executions.
	 */
	readonly webhookUrl: string;
};

/** The variables that all processes of n8n's queue mode share; compose.yaml has the same. */
export function queueEnvironment({
	postgres,
	redis,
	encryptionKey,
	editorUrl,
	webhookUrl,
}: Shared): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: 'not asked for',
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_EDITOR_BASE_URL: `${editorUrl}/`,
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
		...SOON_MISSED,
	};
}

/** n8n's defaults of 60 s, 10 s and 30 s, until the job of a lost worker is dropped. */
const SOON_MISSED = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};
