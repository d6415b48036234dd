import { AiAppError } from '../../../client/errors/AiAppError';
import { adviceFor, type Phase } from '../../../client/errors/advice';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { endingWithMoney } from '../../../client/errors/money';
import { misleads } from './misleading.mts';

const PHASES: readonly Phase[] = ['beforeCreate', 'taskGiven', 'taskKnown', 'taskEnded'];
/** A file is uploaded before there is a task. */
const KINDS = ERROR_KINDS.filter((kind) => kind !== 'upload');
const CELLS = KINDS.flatMap((kind) =>
	PHASES.flatMap((phase) => (['app', 'model'] as const).map((of) => ({ kind, phase, of }))),
);

describe.each(CELLS)('$kind, $phase, of an $of', ({ kind, phase, of }) => {
	const advice = adviceFor(kind, phase, of);

	it('is said in plain words', () => {
		expect(advice).toMatch(/^[A-Z].*\.$/);
		expect(advice).not.toMatch(/\b(error|problem|failure)\b/i);
	});

	it("doesn't lead to a second charge", () => {
		expect(phase !== 'beforeCreate' && misleads(kind, advice)).toBe(false);
	});
});

/** Kinds that a model can't end with, because it has no such calls. */
const OF_APPS_ONLY = new Set<ErrorKind>(['conflict', 'app_not_found']);

test.each(CELLS.filter(({ kind, of }) => of === 'model' && !OF_APPS_ONLY.has(kind)))(
	'advice for models names only options and operations that models have: $kind, $phase',
	({ kind, phase }) => {
		expect(adviceFor(kind, phase, 'model')).not.toMatch(/Task:|Unconfirmed Tasks|\bthe app\b/);
	},
);

describe('the advice depends on what is known about the task', () => {
	const busy = new AiAppError('busy', 'The service is busy');

	test('before a create it says that nothing was charged', () => {
		expect(busy.advice).toContain("You weren't charged.");
	});

	test('with a request ID it leads to the task', () => {
		const { advice } = busy.about({ requestId: 'a' });

		expect(advice).toContain("don't run the app again");
		expect(advice).toContain('Task: Wait for Completion');
	});

	test('where no task is created, it allows another try', () => {
		const { advice } = busy.about({ requestId: 'a', createsNoTask: true });

		expect(advice).toContain('You can try again, which creates no task.');
	});

	test('after Success it leads to the result', () => {
		const { advice } = busy.about({ requestId: 'a', status: 'Success' });

		expect(advice).toContain('The task is finished');
		expect(advice).toContain('Task: Get Outputs');
	});

	test('advice of the error comes first, advice about the task follows', () => {
		const redirected = new AiAppError('unexpected_response', 'Elsewhere', {
			advice: 'Enter the final address.',
		});

		expect(redirected.about({ requestId: 'a' }).advice).toMatch(
			/^Enter the final address\. The task exists, so don't run/,
		);
	});
});

it.each([
	[
		"Top up. You weren't charged. 2 other items. You may be charged.",
		'Top up. 2 other items. You may be charged.',
	],
	["Retry. You weren't charged. Request ID: a.", "Retry. Request ID: a. You weren't charged."],
	[
		"Raise it. You weren't charged. 2 of 3 items. This item wasn't charged.",
		"Raise it. 2 of 3 items. This item wasn't charged.",
	],
	['Retry later.', 'Retry later.'],
])('a description ends with one sentence about money: %s', (given, description) => {
	expect(endingWithMoney(given)).toBe(description);
});
