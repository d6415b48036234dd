import { answersOf } from '../../bench/queue/answers.mts';
import type { DeliveryRecord } from '../../emulator/index.mts';

function attempt(more: Partial<DeliveryRecord>): DeliveryRecord {
	const first = { requestId: 'a', attempt: 1, copy: 1, forged: false, at: 0 };
	return { ...first, url: '', headers: {}, body: {}, ...more };
}

test('a callback is lost only if none of its attempts was answered', () => {
	const answers = answersOf([
		attempt({ cause: 'timeout' }),
		attempt({ attempt: 2, status: 200 }),
		attempt({ copy: 2, status: 409 }),
		attempt({ requestId: 'b', cause: 'timeout' }),
		attempt({ requestId: 'b', attempt: 2, cause: 'ECONNREFUSED' }),
	]);

	expect(answers).toEqual({
		...{ sent: 3, lost: 1, attempts: 5 },
		statuses: { '0': 3, '200': 1, '409': 1 },
	});
});
