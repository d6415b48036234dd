import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { example } from './readme.mts';

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly configs: Readonly<Record<string, { readonly content: string }>>;
};

/** The configuration of HAProxy in the guide to scaling. */
export const documented = example('haproxy');

/** The one in compose.yaml. */
export const composed = compose.configs['balancer']?.content ?? '';
