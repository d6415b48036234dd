import type { ServerResponse } from 'node:http';

/** The response with the functions of Express that nodes call. */
export function asExpress(response: ServerResponse): object {
	return Object.assign(response, {
		status: (code: number) => Object.assign(response, { statusCode: code }),
		json: (body: object) => answer(response, response.statusCode, body),
	});
}

/** Sends a JSON answer and ends it. */
export function answer(response: ServerResponse, status: number, body: object): void {
	response.statusCode = status;
	response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
