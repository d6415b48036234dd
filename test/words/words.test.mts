import { readFileSync } from 'node:fs';
import { AiAppError, type ErrorDetails } from '../../client/errors/AiAppError';
import { ERROR_KINDS } from '../../client/errors/kinds';
import { descriptionOf } from '../../nodes/AiApp/words/description';
import { refusedWordsIn } from './refusedWords.mts';
import { exampleFiles } from '../workflows/example.mts';
import { INSERTED, texts, textsIn, type Text } from './texts.mts';

const list = (found: readonly Text[]) => found.map(({ file, text }) => `${file} ${text}`);

describe('no refused words', () => {
	it('are in the shipped code', () => {
		expect(texts.length).toBeGreaterThan(500);
		expect(texts.flatMap(({ text }) => refusedWordsIn(text))).toEqual([]);
	});

	it.each(exampleFiles('workflows'))('are in %s', (file) => {
		expect(refusedWordsIn(readFileSync(`workflows/${file}`, 'utf8'))).toEqual([]);
	});
});

/** n8n's guideline for titles of messages. */
describe('the title of an error', () => {
	const titles = texts.filter(isTitle);

	it('has less than 90 characters', () => {
		expect(titles.length).toBeGreaterThan(50);
		expect(list(titles.filter(({ text }) => text.length >= 90))).toEqual([]);
	});

	it('has no period at its end', () => {
		expect(list(titles.filter(({ text }) => text.endsWith('.')))).toEqual([]);
	});

	it("doesn't say that it's an error", () => {
		const words = /\b(errors?|problems?|failures?|mistakes?)\b/i;
		expect(list(titles.filter(({ text }) => words.test(text)))).toEqual([]);
	});

	it('is found in one line and in several', () => {
		const code = "new AiAppError('a', 'The one', 'b c')\ninputError(\n\tsay`The ${x} one`,";

		const found = textsIn('code.ts', code).filter(isTitle);

		expect(found.map(({ text }) => text)).toEqual(['The one', `The ${INSERTED} one`]);
	});
});

function isTitle({ before }: Text): boolean {
	return /(?:new AiAppError\(\s*[\w.']+,|inputError\(|PanelError\()\s*(?:say)?$/.test(before);
}

/** A text about money says at its end, always in the same words, what the user pays. */
describe('what the user pays is at the end', () => {
	const phases: readonly ErrorDetails[] = [
		{},
		{ requestId: 'r-1' },
		{ requestId: 'r-1', status: 'Success' },
	];
	const cases = ERROR_KINDS.flatMap((kind) =>
		phases.flatMap((details) =>
			(['app', 'model'] as const).map((of) => new AiAppError(kind, 'x', { ...details, of })),
		),
	);

	it('each text in the code says it last', () => {
		// Those of a panel describe an option.
		const messages = texts.filter(({ before }) => !/description:\s*$/.test(before));

		expect(list(messages.filter(({ text }) => isOpen(text)))).toEqual([]);
	});

	it('the advice of all kinds and phases says it last', () => {
		const advice = cases.map(descriptionOf);

		expect(advice.filter((text) => !isOpen(text) && MONEY.test(text))).not.toEqual([]);
		expect(advice.filter(isOpen)).toEqual([]);
	});

	it.each([
		['Run again later.', false],
		["Run again later. You weren't charged.", false],
		['You may be charged. Run again later.', true],
		['Nothing was charged.', true],
		[`You may be charged. ${INSERTED}`, false],
	])('%j lacks it: %j', (text, lacks) => {
		expect(isOpen(text)).toBe(lacks);
	});
});

const MONEY = /\b(charg(e|es|ed|ing)|pay(s|ing)?|paid)\b/i;
const ENDINGS = [
	"You weren't charged",
	'You may be charged',
	'You pay for the time it ran',
	"You weren't charged for this item",
];

/** The content of an insertion at the end is unknown here. */
function isOpen(text: string): boolean {
	if (!MONEY.test(text) || text.endsWith(INSERTED)) return false;
	const sentences = text.replace(/\.$/, '').split(/[.:?!] /);
	return !ENDINGS.includes(sentences.at(-1) ?? '');
}
