import type { Http } from '../../../client/ports';
import type { Operation } from '../../../emulator/index.mts';
import { HEADER_PREFIX } from '../service.mts';

const NOTHING_LISTENS = 'http://127.0.0.1:9';
const TASK = '/v1/webapp/task/openapi';

/** The requests of each operation, for those that never arrive. */
const PATHS: Readonly<Partial<Record<Operation, RegExp>>> = {
	create: new RegExp(`^POST ${TASK}/create$`),
	status: new RegExp(`^GET ${TASK}/[^/]+$`),
	outputs: new RegExp(`^GET ${TASK}/[^/]+/outputs$`),
	cancel: new RegExp(`^PUT ${TASK}/[^/]+/cancel$`),
	interrupt: new RegExp(`^PUT ${TASK}/[^/]+/interrupt$`),
	detail: /^GET \/v1\/webapp\/\d+\/detail$/,
	token: /^GET \/v1\/upload\/token$/,
	commit: /^POST \/v1\/input_resource\/commit$/,
	model: /^POST \/v1\/modelzoo\//,
	modelStatus: /^GET \/v1\/modelzoo\//,
	put: /^store /,
	download: /^fetch /,
};

/** Changes to a request before it is sent. */
const CHANGES = {
	unreachable: ({ url }: Sent) => ({ url: `${NOTHING_LISTENS}${new URL(url).pathname}` }),
	headersIgnored: ({ headers }: Sent) => ({ headers: withoutTaskHeaders(headers) }),
} as const;

export type Change = keyof typeof CHANGES;

type Sent = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** Changes the first calls of an operation: no server listens, or their task headers are unknown. */
export function changing(http: Http, change: Change, on: Operation, times: number): Http {
	let left = times;
	const changed = <Request extends Sent>(verb: string, request: Request) => {
		const { pathname } = new URL(request.url);
		if (left <= 0 || !PATHS[on]?.test(`${verb} ${pathname}`)) return request;
		left -= 1;
		return { ...request, ...CHANGES[change](request) };
	};
	return {
		call: (request) => http.call(changed(request.method, request)),
		put: (request) => http.put(changed('store', request)),
		open: (request) => http.open(changed('fetch', request)),
	};
}

function withoutTaskHeaders(headers: Sent['headers'] = {}): Record<string, string> {
	const others = Object.entries(headers).filter(([name]) => !name.startsWith(HEADER_PREFIX));
	return Object.fromEntries(others);
}
