import type { Http } from '../../../client/ports';
import type { Operation } from '../../../emulator/index.mts';

const NOTHING_LISTENS = 'http://127.0.0.1:9';
const TASK = '/v1/webapp/task/openapi';

/** What the requests of each operation look like, for those that never arrive. */
const ADDRESSES: Readonly<Record<Operation, RegExp>> = {
	create: new RegExp(`^POST ${TASK}/create$`),
	status: new RegExp(`^GET ${TASK}/[^/]+$`),
	outputs: new RegExp(`^GET ${TASK}/[^/]+/outputs$`),
	cancel: new RegExp(`^PUT ${TASK}/[^/]+/cancel$`),
	interrupt: new RegExp(`^PUT ${TASK}/[^/]+/interrupt$`),
	detail: /^GET \/v1\/webapp\/\d+\/detail$/,
	wallet: /^GET \/v1\/wallet$/,
	user: /^GET \/v1\/user\/info$/,
	token: /^GET \/v1\/upload\/token$/,
	commit: /^POST \/v1\/input_resource\/commit$/,
	list: /^GET \/v1\/input_resource$/,
	model: /^POST \/v1\/modelzoo\//,
	modelStatus: /^GET \/v1\/modelzoo\//,
	put: /^store /,
	download: /^fetch /,
};

/** Sends the first calls of an operation to a port where nothing listens. */
export function refusing(http: Http, on: Operation, times: number): Http {
	let left = times;
	const led = <Request extends { readonly url: string }>(verb: string, request: Request) => {
		const { pathname } = new URL(request.url);
		if (left <= 0 || !ADDRESSES[on].test(`${verb} ${pathname}`)) return request;
		left -= 1;
		return { ...request, url: `${NOTHING_LISTENS}${pathname}` };
	};
	return {
		call: (request) => http.call(led(request.method, request)),
		put: (request) => http.put(led('store', request)),
		open: (request) => http.open(led('fetch', request)),
	};
}
