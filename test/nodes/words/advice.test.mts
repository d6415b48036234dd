import { AiAppError, type ErrorDetails } from '../../../client/errors/AiAppError';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { descriptionOf } from '../../../nodes/AiApp/words/description';
import { wordsForModel } from '../../../nodes/AiApp/words/forModels';
import { PanelError } from '../../../nodes/AiApp/facts/panelError';
import { misleads } from '../../client/errors/misleading.mts';

const PHASES: Readonly<Record<string, ErrorDetails>> = {
	'before a create': {},
	'for a known ID': { requestId: 'a', createsNoTask: true },
	'with a task': { requestId: 'a' },
	'after Success': { requestId: 'a', status: 'Success' },
};
/** A file is uploaded before there is a task. */
const KINDS = ERROR_KINDS.filter((kind) => kind !== 'upload');
const CELLS = KINDS.flatMap((kind) =>
	Object.entries(PHASES).flatMap(([phase, known]) =>
		(['app', 'model'] as const).map((of) => ({
			kind,
			phase,
			of,
			words: descriptionOf(new AiAppError(kind, 'x', { ...known, of })),
		})),
	),
);
/** Kinds that a model can't end with, because it has no such calls. */
const OF_APPS_ONLY = new Set<ErrorKind>(['conflict', 'app_not_found']);

describe('the advice on every kind, in every phase, of apps and of models', () => {
	const about = (cells: typeof CELLS) =>
		cells.map(({ kind, phase, of, words }) => `${kind}, ${phase}, ${of}: ${words}`);

	it('is given in plain words', () => {
		const isPlain = (words: string) =>
			/^[A-Z].*\.$/.test(words) && !/\b(error|problem|failure)\b/i.test(words);

		expect(about(CELLS.filter(({ words }) => !isPlain(words)))).toEqual([]);
	});

	it("doesn't lead to a second charge", () => {
		const ofTasks = CELLS.filter(({ phase }) => phase !== 'before a create');

		expect(about(ofTasks.filter(({ kind, words }) => misleads(kind, words)))).toEqual([]);
	});

	it('names only options and operations that models have, if it is about a model', () => {
		const ofModels = CELLS.filter(({ kind, of }) => of === 'model' && !OF_APPS_ONLY.has(kind));

		expect(
			about(ofModels.filter(({ words }) => /Task:|Unconfirmed Tasks|\bthe app\b/.test(words))),
		).toEqual([]);
	});
});

describe('the advice depends on what is known about the task', () => {
	const busy = new AiAppError('busy', 'The service is busy');

	test.each([
		['before a create it says that nothing was charged', {}, "You weren't charged."],
		['with a request ID it forbids another run', { requestId: 'a' }, 'instead of running again'],
		['with a request ID it leads to the task', { requestId: 'a' }, 'Task: Wait for Completion'],
		[
			'where no task is created, it allows another try',
			{ requestId: 'a', createsNoTask: true },
			'You can try again, which creates no task.',
		],
		[
			'after Success it leads to the result',
			{ requestId: 'a', status: 'Success' },
			/Task: Get Outputs before it expires/,
		],
	] as const)('%s', (_, known, words) => {
		expect(descriptionOf(busy.about(known))).toMatch(words);
	});

	test('leads to the result where only the outputs of its own task are not found', () => {
		const known = { requestId: 'a', status: 'Success' };
		const lost = new AiAppError('task_not_found', 'x', known);

		expect(descriptionOf(lost)).toMatch(/^Get the task's result with Task: Get Outputs/);
		expect(descriptionOf(lost.about({ createsNoTask: true }))).toMatch(/^Check the request ID/);
	});

	test.each([
		['of its own task, sends no model to another one', {}, /Don't call this tool again/],
		[
			'of a task that it was given, lets a model correct it',
			{ createsNoTask: true },
			/^x\. Correct/,
		],
	] as const)('an ID that is not found, %s', (_, known, words) => {
		const lost = new AiAppError('task_not_found', 'x', { requestId: 'a', ...known });

		expect(wordsForModel(lost)).toMatch(words);
	});

	test('a file that could not be stored is a result only if there is a task', () => {
		const full = new AiAppError('download', 'x', { reason: 'notStored' });

		expect(descriptionOf(full.about({ requestId: 'a' }))).toContain('The result stays');
		expect(descriptionOf(full)).toContain('Nothing was uploaded');
	});

	test('advice of a cause comes first, advice about the task follows', () => {
		const redirected = new AiAppError('unexpected_response', 'x', { reason: 'redirect' });

		expect(descriptionOf(redirected.about({ requestId: 'a' }))).toMatch(
			/^Enter the final URL .* Get the task's result with Task: Wait/,
		);
	});
});

describe('what else is known stands between the advice and the sentence about money', () => {
	const busy = new AiAppError('busy', 'The service is busy');
	const input = new PanelError("'Size' must be a number", 'Enter a number.');

	it.each<[string, AiAppError, RegExp]>([
		['the input', input.about({ inputId: '3:K.x' }), /^Enter a number\. Input ID: 3:K\.x\. You/],
		[
			'what else is invalid',
			input.about({ others: [busy] }),
			/ Also invalid: The service is busy\. /,
		],
		[
			'why the last look failed',
			new AiAppError('timeout', 'x', { lastError: busy }),
			/ The last status check failed: The service is busy\. You may be charged\.$/,
		],
		[
			'how many earlier tasks there are, and why the latest has no result',
			busy.about({ earlierIds: ['a', 'b'], earlierReason: 'No memory', cost: 'unknown' }),
			/ Earlier tasks of this item: 2\. The latest: No memory\. You may be charged\.$/,
		],
		[
			'only how many earlier tasks there are, if the error is about a task of its own',
			busy.about({ requestId: 'c', earlierIds: ['a', 'b'], earlierReason: 'No memory' }),
			/ Earlier tasks of this item: 2\. You may be charged\.$/,
		],
	])('%s', (_, error, words) => {
		expect(descriptionOf(error)).toMatch(words);
	});
});
