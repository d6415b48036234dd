import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { haproxyConfig } from '../../scripts/n8n/queue/haproxyConfig.mts';

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly configs: Readonly<Record<string, { readonly content: string }>>;
};

/** The configuration of HAProxy in the guide to scaling. */
export const documented = haproxyConfig(
	{ bind: ':5678', main: 'main:5678', webhooks: ['webhook-1:5678', 'webhook-2:5678'] },
	'path',
);

/** The one in compose.yaml. */
export const composed = compose.configs['balancer']?.content ?? '';
