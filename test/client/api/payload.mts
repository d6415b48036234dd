import { payloadOf, readBody, type Reading } from '../../../client/api/envelope';
import type { HttpResponse, HttpFailure } from '../../../client/ports';

/** The result of a call for a response. */
export function readPayload(answer: HttpResponse | HttpFailure, reading?: Reading): unknown {
	return payloadOf(readBody(answer, reading));
}
