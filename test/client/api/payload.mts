import { payloadOf, readBody, type Reading } from '../../../client/api/envelope';
import type { HttpResponse, HttpFailure } from '../../../client/ports';

/** What a call makes of an answer. */
export function readPayload(answer: HttpResponse | HttpFailure, reading?: Reading): unknown {
	return payloadOf(readBody(answer, reading));
}
