import fc from 'fast-check';
import { AiAppError, type ErrorDetails } from '../../client/errors/AiAppError';
import { costOf } from '../../client/errors/cost';
import { ERROR_KINDS } from '../../client/errors/kinds';
import type { Charge } from '../../client/ports';
import { say } from '../../client/parsing/say';
import { toNodeError } from '../../nodes/AiApp/io/errors';
import { failedJson } from '../../nodes/AiApp/io/items/failedItems';
import { descriptionOf } from '../../nodes/AiApp/words/description';
import { wordsForModel } from '../../nodes/AiApp/words/forModels';
import { wordsForVisitor } from '../../nodes/AiApp/words/forVisitors';
import { moneySentence } from '../../nodes/AiApp/words/money';
import { besideOthers, sumOfItems } from '../../nodes/AiApp/words/sums';
import { tally, type Outcome } from '../../nodes/AiApp/facts/tally';
import { PanelError } from '../../nodes/AiApp/facts/panelError';

/** Errors of n8n are shown as n8n has made them. */
const KINDS = ERROR_KINDS.filter((kind) => kind !== 'node');
const CHARGES: readonly (Charge | undefined)[] = ['free', 'seconds', 'unknown', undefined];
const MONEY = [...CHARGES.map(moneySentence), "You weren't charged for this item."].filter(Boolean);

/** Each of our own sentences: a service, an app or a caller may write them, too. */
const OWN = [
	...MONEY,
	...KINDS.flatMap((kind) => {
		const error = new AiAppError(kind, 'x');
		return [descriptionOf(error), wordsForModel(error), wordsForVisitor(error)];
	}),
	'Call this tool again later, or tell the user.',
	'Open the AI App API credential.',
	"Set 'On Error' to 'Continue'.",
];
const foreign = fc.oneof(
	fc.constantFrom(...OWN),
	fc.tuple(fc.string(), fc.constantFrom(...OWN), fc.string()).map((parts) => parts.join(' ')),
	fc.string({ unit: 'binary', maxLength: 80 }),
);
const id = fc.stringMatching(/^[a-f0-9]{8}$/);
const REASONS = [
	...([
		'choice',
		'noValues',
		'notMedia',
		'sharedLabel',
		'unknownInput',
		'unknownInputInJson',
	] as const),
	...([
		'emptyMedia',
		'headerName',
		'fileToUpload',
		'stopRefused',
		'stoppedBefore',
		'lostTask',
	] as const),
	...(['maxTasks', 'maxRunTime', 'maxBilledSeconds', 'redirect', 'privateHost'] as const),
	undefined,
];

const facts: fc.Arbitrary<ErrorDetails> = fc.record({
	reason: fc.constantFrom(...REASONS),
	cost: fc.constantFrom(...CHARGES),
	requestId: fc.option(id, { nil: undefined }),
	status: fc.option(fc.oneof(fc.constantFrom('Success', 'Failed'), foreign), { nil: undefined }),
	of: fc.constantFrom('app', 'model', undefined),
	createsNoTask: fc.constantFrom(true, undefined),
	inputId: fc.option(foreign, { nil: undefined }),
	name: fc.option(foreign, { nil: undefined }),
	accepted: fc.option(fc.array(fc.record({ key: foreign, label: foreign }), { maxLength: 30 }), {
		nil: undefined,
	}),
	earlierIds: fc.option(fc.array(id, { maxLength: 30 }), { nil: undefined }),
	earlierReason: fc.option(foreign, { nil: undefined }),
	billedSeconds: fc.option(fc.nat(), { nil: undefined }),
});

const told = fc
	.tuple(fc.constantFrom(...KINDS), foreign, facts, foreign)
	.map(([kind, text, details, other]) => {
		const lastError = new AiAppError('service_error', say`It said ${{ foreign: other }}`);
		const others = [new AiAppError('input', say`'${other}' is invalid`)];
		return new AiAppError(kind, say`It failed: ${{ foreign: text }}`, {
			...details,
			lastError,
			others,
		});
	});
const error = fc.oneof(
	told,
	fc.tuple(foreign, facts).map(([text, details]) => {
		const message = say`'${text}' has no value`;
		return new PanelError(message, 'Enter a value.', 'ask', { ...details, reason: undefined });
	}),
);

const runs = { numRuns: Number(process.env['FUZZ_INPUTS'] ?? 20_000) / 10 };
const node = { name: 'AI App', type: 'aiApp', typeVersion: 1, id: '1', position: [0, 0] } as const;
const ctx = { getNode: () => ({ ...node, parameters: {} }) as never };

/** What a text says last about money; undefined if it's something else. */
function lastMoney(text: string): string | undefined {
	return MONEY.find((sentence) => text === sentence || text.endsWith(` ${sentence}`));
}

describe('whatever others write, a text says last what the facts say', () => {
	it('for people, for models, and for visitors, who read nothing that others wrote', () => {
		fc.assert(
			fc.property(error, (each) => {
				const cost = costOf(each);
				const money = moneySentence(cost);
				const { description } = failedJson(each, false).details as { description: string };
				const forPeople = [
					descriptionOf(each),
					description,
					toNodeError(ctx, each, 0).description ?? '',
				];
				for (const text of forPeople) if (money) expect(lastMoney(text)).toBe(money);

				const { requestId, createsNoTask } = each.details;
				const forModel = wordsForModel(each);
				const isOfTask = createsNoTask && cost !== 'free';
				if (cost !== undefined && !isOfTask) expect(lastMoney(forModel)).toBe(money);
				expect(forModel).toMatch(/all this tool|[Tt]ell the user|[Aa]sk the user|ask before you/);

				const own = wordsForVisitor(new AiAppError(each.kind, 'x', { requestId }));
				expect(wordsForVisitor(each)).toBe(own);
				expect(own).not.toMatch(/credential|'[A-Z]|charged/);
			}),
			runs,
		);
	});

	it('of several items', () => {
		const outcome: fc.Arbitrary<Outcome> = fc.oneof(
			error.map((each) => ({ ok: false as const, error: each })),
			fc.constant(undefined),
			id.map((requestId) => ({
				ok: true as const,
				value: { items: [], leftTask: { task: { requestId } } },
			})),
		);
		fc.assert(
			fc.property(fc.array(outcome, { maxLength: 5 }), (outcomes) => {
				const sums = tally(outcomes, outcomes.length + 1);
				const { succeeded, failed, unconfirmed, rejected, notRun } = sums;
				expect(succeeded + failed + unconfirmed + rejected + notRun).toBe(sums.all);
				sumOfItems(sums);
				const first = sums.first?.error;
				if (!first) return;
				const beside = besideOthers(first, sums);
				const text = toNodeError(ctx, first, 0, beside).description ?? '';
				const ofOthers = beside.sentences.filter(Boolean).join(' ');
				expect(text.endsWith(ofOthers)).toBe(true);
				const own = text.slice(0, text.length - ofOthers.length).trim();
				if (beside.money) expect(lastMoney(own)).toBe(beside.money);
			}),
			runs,
		);
	});
});

/** Names, IDs and quotations aren't counted. */
function wordsIn(text: string): number {
	const own = text.replace(
		/'[^']*'(?=[\s.,:)])|"[^"]*"|\b(App|Model|Task): [A-Z]\w+( (for )?[A-Z]\w+)*|\bid-\d+,?/g,
		'',
	);
	return own.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

describe('a text has at most 60 words beside names, IDs and quotations', () => {
	const phases = [{}, { requestId: 'id-0' }, { requestId: 'id-0', status: 'Success' }];
	const ofKinds = KINDS.flatMap((kind) =>
		phases.map((details) => new AiAppError(kind, 'x', details)),
	);
	const ofReasons = REASONS.map((reason) => new AiAppError('input', 'x', { reason }));
	const errors = [...ofKinds, ...ofReasons];
	const done = (n: number): Outcome => ({
		ok: true,
		value: { leftTask: { task: { requestId: `id-${n}` } } },
	});
	const late = (n: number): Outcome => ({
		ok: false,
		error: new AiAppError('timeout', 'x', { requestId: `id-${n}`, billedSeconds: 1 }),
	});

	it('about one item', () => {
		const long = errors.map(descriptionOf).filter((text) => wordsIn(text) > 60);

		expect(long).toEqual([]);
	});

	it('about thirty items', () => {
		const others = Array.from({ length: 20 }, (_, n) => (n < 12 ? done(n + 1) : late(n + 1)));
		const long = errors.flatMap((each) => {
			const sums = tally([{ ok: false, error: each }, ...others], 30);
			const text = toNodeError(ctx, each, 0, besideOthers(each, sums)).description ?? '';
			return wordsIn(text) > 60 ? [`${wordsIn(text)}: ${text}`] : [];
		});

		expect(long).toEqual([]);
	});
});
