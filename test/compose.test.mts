import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { queueEnvironment } from '../scripts/n8n/queue/queueEnvironment.mts';

type Service = {
	readonly image: string;
	readonly command?: string;
	readonly environment: Readonly<Record<string, string | number>>;
	readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
	readonly deploy?: { readonly replicas: number };
	readonly healthcheck?: { readonly test: readonly string[] };
	readonly ports?: readonly string[];
};

type Compose = {
	readonly services: Readonly<Record<string, Service>>;
	readonly configs: { readonly routes: { readonly content: string } };
};

type Manifest = { readonly name: string; readonly dependencies: Readonly<Record<string, string>> };

const text = readFileSync('compose.yaml', 'utf8');
const { services, configs } = parse(text, { merge: true }) as Compose;
const manifestOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

function service(name: string): Service {
	const found = services[name];
	if (found === undefined) throw new Error(`There is no ${name}.`);
	return found;
}

const n8nServices = ['main', 'worker', 'webhook'].map(service);

/** Set to catch killed workers early, which only tests want. */
const OF_TESTS = /^QUEUE_WORKER_/;

it('has all parts of a queue mode, with more than one worker and one webhook process', () => {
	expect(Object.keys(services).sort()).toEqual([
		'main',
		'postgres',
		'proxy',
		'redis',
		'webhook',
		'worker',
	]);
	expect(n8nServices.map(({ command }) => command)).toEqual(['start', 'worker', 'webhook']);
	expect(service('worker').deploy).toEqual({ replicas: 2 });
	expect(service('webhook').deploy).toBeUndefined();
});

it('runs the version of n8n that the end-to-end tests run', () => {
	const { n8n } = manifestOf('n8n/package.json').dependencies;

	expect(new Set(n8nServices.map(({ image }) => image))).toEqual(
		new Set([`docker.n8n.io/n8nio/n8n:${n8n}`]),
	);
});

it('gives all processes the same variables, secrets from outside', () => {
	const [main, ...others] = n8nServices.map(({ environment }) => environment);

	for (const other of others) expect(other).toEqual(main);
	for (const name of ['N8N_ENCRYPTION_KEY', 'DB_POSTGRESDB_PASSWORD']) {
		expect(main?.[name]).toMatch(/^\$\{\w+:\?/);
	}
});

it('sets what the end-to-end tests set, to the same where it is no place or secret', () => {
	const ofTests = queueEnvironment({
		postgres: { port: 5432, user: 'n8n', database: 'n8n' },
		redis: { port: 6379 },
		encryptionKey: 'key',
		editorUrl: 'http://editor',
		webhookUrl: 'http://webhook',
	});
	const { environment } = service('main');
	const shared = Object.keys(ofTests).filter((name) => !OF_TESTS.test(name));

	expect(shared.filter((name) => !(name in environment))).toEqual([]);
	const places = /HOST$|URL$|KEY$|PASSWORD$/;
	for (const name of shared.filter((each) => !places.test(each))) {
		expect([name, String(environment[name])]).toEqual([name, ofTests[name]]);
	}
});

it('keeps the calls of nodes out of private networks', () => {
	for (const { environment } of n8nServices)
		expect(environment).toMatchObject({ N8N_SSRF_PROTECTION_ENABLED: 'true' });
});

it('installs this package in every process', () => {
	const { environment } = service('worker');
	const { name } = manifestOf('package.json');

	expect(JSON.parse(String(environment['N8N_COMMUNITY_PACKAGES']))).toEqual([{ name }]);
	expect(environment).toMatchObject({
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	});
	for (const name of ['worker', 'webhook']) {
		expect(service(name).depends_on).toEqual({ main: { condition: 'service_healthy' } });
	}
});

it('sends callbacks to the webhook process, and only the proxy is reached from outside', () => {
	const routes = configs.routes.content.replace(/\s+/g, ' ');

	expect(routes).toContain('@webhooks path /webhook/* /webhook-waiting/*');
	expect(routes).toContain('handle @webhooks { reverse_proxy webhook:5678 }');
	expect(routes).toContain('handle { reverse_proxy main:5678 }');
	const open = Object.entries(services).filter(([, { ports }]) => ports);
	expect(open.map(([name, { ports }]) => [name, ports])).toEqual([
		['proxy', ['127.0.0.1:5678:80']],
	]);
});

it('asks for the health of n8n with a program that runs', () => {
	const [kind, program, flag, source] = service('main').healthcheck?.test ?? [];

	expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
	expect(() => new Function(String(source))).not.toThrow();
});
