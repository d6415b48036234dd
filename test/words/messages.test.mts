import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AiAppError, type ErrorDetails } from '../../client/errors/AiAppError';
import { ERROR_KINDS } from '../../client/errors/kinds';
import { tally, type Outcome } from '../../nodes/AiApp/facts/tally';
import { toNodeError } from '../../nodes/AiApp/io/errors';
import { REASONS } from '../../nodes/AiApp/words/adviceByReason';
import { wordsForModel } from '../../nodes/AiApp/words/forModels';
import { wordsForVisitor } from '../../nodes/AiApp/words/forVisitors';
import { besideOthers, sumOfItems } from '../../nodes/AiApp/words/sums';
import { texts } from './texts.mts';

const sources = ['client', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => readFileSync(join(folder, name), 'utf8')),
);
/** What the code spells as a word. Two of them without a blank between them are none. */
const WORDS = new Set(sources.flatMap((source) => source.toLowerCase().match(/[a-z]+/g) ?? []));

const input = new AiAppError('input', "'Steps' must be a number");
const KNOWN: ErrorDetails = {
	...{ name: 'X-Service-Task-', given: 'photo', part: 'url' },
	accepted: [{ key: 'a.b', label: 'Photo' }],
};
const DETAILS: readonly ErrorDetails[] = [
	{},
	{ createsNoTask: true, requestId: 'r-1' },
	{ requestId: 'r-1', status: 'Success', billedSeconds: 3.5 },
	{ requestId: 'r-1', of: 'model' },
	{ inputId: 'a.b', others: [input] },
	{ earlierIds: ['r-0'], earlierReason: 'No memory', cost: 'unknown' },
	{ lastError: new AiAppError('busy', 'The service is busy'), requestId: 'r-1' },
].map((details) => ({ ...KNOWN, ...details }) as ErrorDetails);
/** Errors of n8n are shown as n8n has made them. */
const KINDS = ERROR_KINDS.filter((kind) => kind !== 'node');
const errors = DETAILS.flatMap((details) => [
	...KINDS.map((kind) => new AiAppError(kind, 'It happened', details)),
	...Object.keys(REASONS).map(
		(reason) => new AiAppError('input', 'It happened', { ...details, reason }),
	),
]);

const node = { name: 'AI App', type: 'aiApp', typeVersion: 1, id: '1', position: [0, 0] } as const;
const ctx = {
	getNode: () => ({ ...node, parameters: {} }) as never,
	getInputData: () => [{ json: { row_number: 5 } }],
};
const left: Outcome = { ok: true, value: { leftTask: { task: { requestId: 'r-2' } } } };

function shown(error: AiAppError): readonly string[] {
	const sums = tally([{ ok: false, error }, left], 4);
	const { message, description } = toNodeError(ctx, error, 0, besideOthers(error, sums, ['r-2']));
	return [
		`${message}. ${description}`,
		...[sumOfItems(sums)?.message ?? '', wordsForModel(error), wordsForVisitor(error)],
	];
}

/** The messages of the table are those that real calls and tasks ended with. */
const table = readFileSync('docs/errors.md', 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.flatMap((line) =>
		line
			.replace(/^\| | \|$/g, '')
			.split(' | ')
			.slice(1),
	);

const all = [...table, ...errors.flatMap(shown)];

/** Quotations are in the words of others, and IDs in no words. */
function own(text: string): string {
	return text.replace(/"[^"]*"|`[^`]*`|\bhttps?:\S+|\br-\d/g, '…');
}

function runsTogether(text: string): boolean {
	const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
	const isKnown = (word: string) => WORDS.has(word) || WORDS.has(word.replace(/s$/, ''));
	return !words.every(isKnown) || /[a-z)][.,:;][A-Z]/.test(text);
}

function flawed(isFlawed: (text: string) => unknown): readonly string[] {
	return [...new Set(all.map(own).filter(isFlawed))];
}

describe('a message as it comes out', () => {
	it('has no two words that run together', () => {
		expect(all.length).toBeGreaterThan(1_000);
		expect(runsTogether('It ran longer than 6 secondsand was interrupted')).toBe(true);
		expect(runsTogether('It ran longer.You pay')).toBe(true);
		expect(flawed(runsTogether)).toEqual([]);
	});

	it('has no blank twice, at an edge, or before a mark', () => {
		expect(flawed((text) => /\s{2}|\s[.,;:)]|\(\s/.test(text))).toEqual([]);
	});

	it('says nothing twice', () => {
		const isFlawed = (text: string) => {
			const begins = text
				.split(/(?<=\.) /)
				.map((sentence) => sentence.split(' ').slice(0, 3).join(' '));
			return new Set(begins).size < begins.length;
		};
		expect(flawed(isFlawed)).toEqual([]);
	});
});

/** `say` trims what is put into a text, so a blank stands between the pieces, never in them. */
it('no piece of a text has a blank at its edge', () => {
	const pieces = texts.filter(({ file }) => !file.endsWith('pause.description.ts'));

	expect(pieces.filter(({ text }) => /^ [a-z(]|[a-z.)] $/i.test(text))).toEqual([]);
});
