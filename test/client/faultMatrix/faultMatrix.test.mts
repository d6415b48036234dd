import { drawing } from '../../drawn.mts';
import type { Call } from './call.mts';
import { runCell } from './cell.mts';
import { EXPECTED, GROUPS, type CallName } from './expected.mts';
import { FAULT_NAMES, type FaultName } from './faults.mts';
import { useRig } from './rig.mts';

const TIMES = [
	{ how: 'once', times: 1, at: 0 },
	{ how: 'each time', times: Infinity, at: 1 },
] as const;

/** Calls that cost money, or that stop what costs money: a run has all faults of these, and a tenth of the others. */
const WHOLE = new Set([
	...['Create', 'Create with callback', 'Create, connection kept open', 'Model create'],
	...['Stop: cancel', 'Stop: interrupt', 'Cancel', 'Interrupt'],
]);

/** The client reads these as it reads others of the list: as busy, as a failure, or as no answer of the service. */
const ALIKE: readonly FaultName[] = [
	...(['429 without Retry-After', '500, empty', '200, unknown code', 'too much JSON'] as const),
	...(['200, an HTML page', '502, an HTML page that quotes the request'] as const),
];

/** An interrupt is repeated as a cancel is, and a stop that fails is tried sixty times. */
const isWhole = (name: string, fault: FaultName) =>
	WHOLE.has(name) && !(name === 'Stop: interrupt' && ALIKE.includes(fault));

const rig = useRig();
const isDrawn = drawing();

describe.each(Object.entries(GROUPS))('%s', (_, calls) => {
	describe.each(Object.entries<Call>(calls))('%s', (name, call) => {
		const expected = EXPECTED[name as CallName];

		describe.each(TIMES)('$how', ({ times, at }) => {
			it.each(FAULT_NAMES.filter((fault) => isWhole(name, fault) || isDrawn()))(
				'%s',
				async (fault) => {
					const outcome = await runCell(rig, call, fault, times);

					expect(outcome.word).toBe(expected[fault][at]);
					expect(outcome.tasks.length).toBeLessThanOrEqual(1);
					if (outcome.word === 'unconfirmed') expect(outcome.creates).toBe(1);
					expect(outcome).toMatchObject({ lost: [], misleading: [], leaked: [], strayed: 0 });
					expect(outcome.virtualMs).toBeLessThanOrEqual(call.withinMs);
				},
			);
		});
	});
});
