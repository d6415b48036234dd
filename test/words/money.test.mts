import { adviceFor, type Phase } from '../../client/errors/advice';
import { AiAppError, type ErrorDetails } from '../../client/errors/AiAppError';
import { ERROR_KINDS } from '../../client/errors/kinds';
import { describeStop } from '../../client/tasks/describeStop';
import { advices, errorsIn, titles } from './messages.mts';
import { parsed } from './sources.mts';
import { INSERTED } from './writtenTexts.mts';

/** A text about money says at its end, always in the same words, what the user pays. */
const ENDINGS = ["You weren't charged", 'You may be charged', 'You pay for the time it ran'];
const MONEY = /\b(charg(e|es|ed|ing)|pay(s|ing)?|paid)\b/i;

const DETAILS: Readonly<Record<Phase, ErrorDetails>> = {
	beforeCreate: {},
	taskKnown: { requestId: 'r-1' },
	taskEnded: { requestId: 'r-1', status: 'Success' },
};

const cases = ERROR_KINDS.flatMap((kind) =>
	(['beforeCreate', 'taskKnown', 'taskEnded'] as const).flatMap((phase) =>
		(['app', 'model'] as const).map((of) => ({ kind, phase, of })),
	),
);

it('advice of all kinds and phases ends with what the user pays, if it mentions money', () => {
	const texts = cases.map(({ kind, phase, of }) => adviceFor(kind, phase, of));

	expect(texts.some((text) => MONEY.test(text))).toBe(true);
	expect([...new Set(texts.filter(isOpen))]).toEqual([]);
});

it('they do so as well if an error has additional advice', () => {
	const texts = cases.map(({ kind, phase, of }) => {
		const error = new AiAppError(kind, 'The task failed', { ...DETAILS[phase], of });
		return error.advising('Open the node.').advice;
	});

	expect([...new Set(texts.filter(isOpen))]).toEqual([]);
});

it('sentences about stopped tasks do so, also with the reason why one keeps running', () => {
	const hows = ['canceled', 'interrupted', 'already_finished', 'still_running'] as const;
	const trouble = new AiAppError('busy', 'The service is busy');
	const texts = hows.flatMap((how) =>
		[undefined, trouble].map((why) =>
			describeStop('r-1', { how, status: 'Running', trouble: why }),
		),
	);

	expect(texts.filter(isOpen)).toEqual([]);
});

it.each([
	['titles', titles],
	['advices', advices],
])('%s in the code end with what the user pays, if they mention money', (_, texts) => {
	const open = texts.filter(({ text }) => isOpen(text));

	expect(open.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
});

it.each([
	['Run again later.', false],
	["Run again later. You weren't charged.", false],
	['The execution was canceled. You pay for the time it ran', false],
	['You may be charged. Run again later.', true],
	['Nothing was charged.', true],
	['The task may exist, so you may be charged.', true],
	['It is paid for. You pay for it.', true],
	[`You may be charged. ${INSERTED}`, false],
	[`You may be charged. ${INSERTED}.`, true],
])('%j is open: %j', (text, open) => {
	expect(isOpen(text)).toBe(open);
});

it.each([
	"new AiAppError('input', 'No input', {}, 'Nothing was charged.')",
	"new AiAppError('input', 'No input', {}, undefined, 'Nothing was charged.')",
	"error.advising('Nothing was charged.')",
	"const ask = { advice: 'Nothing was charged.' }",
	"const UNPAID = 'Nothing was charged.'; const ask = { advice: { notFetched: say`${UNPAID}` } }",
])('the advice is found in %s', (code) => {
	const found = errorsIn(parsed('code.ts', code)).advices.map(({ text }) => text);

	expect(found.filter(isOpen)).toEqual(['Nothing was charged.']);
});

/**
 * Whether a text doesn't say what the user pays. The content of an insertion at its end is unknown
 * here.
 */
function isOpen(text: string): boolean {
	if (!MONEY.test(text) || text.endsWith(INSERTED)) return false;
	const last = text
		.replace(/\.$/, '')
		.split(/[.:?!] /)
		.at(-1);
	return !ENDINGS.some((ending) => ending === last);
}
