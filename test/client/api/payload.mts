import { payloadOf, readBody, type Reading } from '../../../client/api/envelope';
import type { HttpAnswer, NoAnswer } from '../../../client/ports';

/** What a call makes of an answer. */
export function readPayload(answer: HttpAnswer | NoAnswer, reading?: Reading): unknown {
	return payloadOf(readBody(answer, reading));
}
