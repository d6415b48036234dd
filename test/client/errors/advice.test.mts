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

	test.each([
		['before a create it says that nothing was charged', {}, "You weren't charged."],
		['with a request ID it forbids another run', { requestId: 'a' }, "don't run the app again"],
		['with a request ID it leads to the task', { requestId: 'a' }, 'Task: Wait for Completion'],
		[
			'where no task is created, it allows another try',
			{ requestId: 'a', createsNoTask: true },
			'You can try again, which creates no task.',
		],
		[
			'after Success it leads to the result',
			{ requestId: 'a', status: 'Success' },
			/The task is finished.*Task: Get Outputs/,
		],
	] as const)('%s', (_, known, words) => {
		expect(busy.about(known).advice).toMatch(words);
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
		"Raise it. You weren't charged. 2 of 3 items. You weren't charged for this item.",
		"Raise it. 2 of 3 items. You weren't charged for this item.",
	],
	['Retry later.', 'Retry later.'],
])('a description ends with one sentence about money: %s', (given, description) => {
	expect(endingWithMoney(given)).toBe(description);
});
