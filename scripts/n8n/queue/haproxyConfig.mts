/** Where HAProxy listens, and what stands behind it: hosts with their ports. */
export type Backends = {
	readonly bind: string;
	readonly main: string;
	readonly webhooks: readonly string[];
};

/**
 * Which webhook process a callback goes to. `path`: all callbacks of an execution, or of a trigger,
 * to the same one. `random`: any of them.
 */
export type CallbacksBy = keyof typeof BALANCES;

const BALANCES = {
	path: ['balance uri path-only', 'hash-type consistent'],
	random: ['balance random(1)'],
} as const;

/** A configuration of HAProxy 2.3 or newer for n8n with several webhook processes. */
export function haproxyConfig(
	{ bind, main, webhooks }: Backends,
	callbacksBy: CallbacksBy,
): string {
	const servers = webhooks.map(
		(address, index) => `\tserver webhook-${index + 1} ${address} check`,
	);
	return `defaults
	mode http
	timeout connect 5s
	timeout http-request 10s
	timeout http-keep-alive 1m
	timeout client 1h
	timeout server 1h

frontend n8n
	bind ${bind}
	# n8n takes forms of up to 200 MiB (N8N_FORMDATA_FILE_SIZE_MAX). HAProxy knows the size that a
	# caller announces: bodies in chunks pass, and n8n itself ends those that are too large.
	http-request deny deny_status 413 if { req.body_size gt 220000000 }
	use_backend callbacks if { path_beg /webhook-waiting/ } || { path_end /ai-app-task }
	use_backend webhooks if { path_beg /webhook/ /form/ /form-waiting/ }
	default_backend main

# All callbacks of an execution have the same path, so they reach the same process. The check only connects:
# a process that is busy mustn't lose its executions to another one.
backend callbacks
${BALANCES[callbacksBy].map((line) => `\t${line}`).join('\n')}
${servers.join('\n')}

backend webhooks
	balance roundrobin
	option httpchk GET /healthz/readiness
${servers.join('\n')}

backend main
	server main ${main}
`;
}
