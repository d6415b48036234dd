import { canonicalStatus, hasEnded, isQueued, phaseOf } from '../../../client/api/lifecycle';

it.each([
	['Queuing', false, 'cancel'],
	['Preparing', false, 'look'],
	['Running', false, 'interrupt'],
	['Success', true, 'nothing'],
	['Failed', true, 'nothing'],
	['Canceled', true, 'nothing'],
	['Queued', false, 'cancel'],
	['Pending', false, 'cancel'],
	['Saving', false, 'look'],
	['Transferring', false, 'look'],
] as const)('%s: finished %s, stopped by %s', (status, terminal, stopBy) => {
	expect(phaseOf(status)).toEqual({ terminal, stopBy });
	expect(canonicalStatus(status)).toBe(status);
});

it.each(['Dreaming', 'toString', '__proto__'])(
	'%j is unknown: not finished, and stopped by what works',
	(status) => expect(phaseOf(status)).toEqual({ terminal: false, stopBy: 'either' }),
);

it.each([
	['Cancelled', 'Canceled'],
	['Interrupted', 'Canceled'],
	['Error', 'Failed'],
	['success', 'Success'],
	['SUCCESS', 'Success'],
	['failed', 'Failed'],
	['canceled', 'Canceled'],
	['CANCELLED', 'Canceled'],
	['queuing', 'Queuing'],
	['dreaming', 'dreaming'],
	['Dreaming', 'Dreaming'],
	['constructor', 'constructor'],
	['', 'Unknown'],
	[undefined, 'Unknown'],
])('%j is shown as %s', (sent, spelled) => {
	expect(canonicalStatus(sent)).toBe(spelled);
});

it.each([
	['Queuing', true],
	['Queued', true],
	['Pending', true],
	['Preparing', false],
	['Running', false],
	['Success', false],
	['Dreaming', false],
])('%s is a status of the queue: %s', (status, queued) => {
	expect(isQueued(status)).toBe(queued);
});

describe('a record with an end', () => {
	const createdAt = '2026-11-23T12:45:28+08:00';
	const sooner = '2026-11-23T12:45:27+08:00';

	it.each([
		['has ended if its status is unknown', 'Completed', createdAt, true],
		['has not ended if its end is before its creation', 'Completed', sooner, false],
		['has not ended if its end is no time', 'Completed', undefined, false],
		['has not ended if it has no status', 'Unknown', createdAt, false],
		['has not ended while it is Queuing', 'Queuing', createdAt, false],
		['has not ended while it is Preparing', 'Preparing', createdAt, false],
		['has not ended while it is Running', 'Running', createdAt, false],
		['has ended in Failed, also without a valid end', 'Failed', undefined, true],
	])('%s', (_, status, endedAt, ended) => {
		expect(hasEnded({ status, createdAt, endedAt })).toBe(ended);
	});

	it('has not ended if its creation is unknown', () => {
		expect(hasEnded({ status: 'Completed', createdAt: undefined, endedAt: createdAt })).toBe(false);
	});
});
