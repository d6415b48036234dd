import { errorsIn, titles } from './messages.mts';
import { parsed } from './sources.mts';

/** n8n's guideline; "Failed" is a status of the service. */
const AVOIDED = /\b(errors?|problems?|failures?|mistakes?)\b/i;
/** An insertion counts as ten characters. */
const LONGEST = 89;

type Fault = 'long' | 'period' | 'word';

it('there are titles', () => {
	expect(titles.length).toBeGreaterThan(50);
});

it.each(['long', 'period', 'word'] as const)(
	'no title of a message breaks the rule: %s',
	(rule) => {
		const broken = titles.filter(({ text }) => faultsIn(text).includes(rule));

		expect(broken.map(({ place, text }) => `${place} (${text.length}) ${text}`)).toEqual([]);
	},
);

it.each<[code: string, faults: readonly Fault[]]>([
	["new AiAppError('input', 'The app ID is not a number')", []],
	["new AiAppError('input', 'The app ID is not a number.')", ['period']],
	["new AiAppError('busy', say`The service had a problem (${why})`)", ['word']],
	["new AiAppError(kind, isLate ? 'The task failed' : 'Task failure')", ['word']],
	["const TITLE = 'A mistake'; new AiAppError('input', TITLE)", ['word']],
	["const BY = { a: 'Done.' } as const; new AiAppError(kind, BY[kind] ?? 'Done')", ['period']],
	['new AiAppError(kind, say`${a}${b}${c}${d}${e}${f}${g}${h} and ${i}`)', ['long']],
	['new AiAppError(kind, say`${a}${b}${c}${d}${e}${f}${g}${h} ${i}`)', ['long']],
	['new AiAppError(kind, say`${a}${b}${c}${d}${e}${f}${g}${h} with`)', []],
])('in %s are found: %j', (code, faults) => {
	const found = errorsIn(parsed('code.ts', code)).titles;

	expect(found.flatMap(({ text }) => faultsIn(text))).toEqual(faults);
});

function faultsIn(title: string): readonly Fault[] {
	return [
		...(title.length > LONGEST ? (['long'] as const) : []),
		...(title.endsWith('.') ? (['period'] as const) : []),
		...(AVOIDED.test(title) ? (['word'] as const) : []),
	];
}
