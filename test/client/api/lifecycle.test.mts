import { canonicalStatus, isQueued, phaseOf } from '../../../client/api/lifecycle';

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
