import { AiAppError } from '../../../client/errors/AiAppError';
import type { Call, Ended } from './call.mts';
import { strikeOf, type FaultName } from './faults.mts';
import type { Rig } from './rig.mts';
import { misleads } from '../errors/misleading.mts';
import type { Finding } from '../../secrets/secretSearch.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';

/** What came of a call that was struck once, or each time. */
export type Outcome = {
	/** `ok`, or the kind of the error; of a stopped execution what became of the task. */
	readonly word: string;
	readonly tasks: readonly string[];
	/** Creates that have left. */
	readonly creates: number;
	/** Ids that came in an answer, but that nothing names which the user gets to see. */
	readonly lost: readonly string[];
	/** Words that deny the charge of a task that exists, or lead to another one. */
	readonly misleading: readonly string[];
	/** Pieces of secrets in what the user gets to see. */
	readonly leaked: readonly Finding[];
	/** Until the first try ended. */
	readonly virtualMs: number;
	/** Requests that went to the other host. */
	readonly strayed: number;
};

const SHORT = { queuingMs: 0, preparingMs: 0, runningMs: 1_000, notFoundMs: 0 };

export async function runCell(
	rig: Rig,
	call: Call,
	fault: FaultName,
	times: number,
): Promise<Outcome> {
	const { service } = rig;
	const { emulator, time } = service;
	emulator.plan({ ...SHORT, ...call.plan });
	const act = await call.arrange(service);
	const around = { apiKey: emulator.apiKey, elsewhere: rig.elsewhere.url };
	const strike = strikeOf(fault, around, call.on);
	const isChange = typeof strike === 'string';
	if (!isChange) emulator.addFault({ on: call.on, effect: strike, times });
	const struck = isChange ? rig.changing(strike, call.on, times) : service;

	const startedAt = time.now();
	const end = await act(struck);
	const virtualMs = time.now() - startedAt;
	const visible = textOf(end);
	const lost = idsOf(rig).filter((id) => rig.answered(id) && !visible.includes(id));
	const misleading = idsOf(rig).length > 0 ? misleadingWords(end) : [];
	await end.again?.();
	return {
		word: wordFor(end),
		tasks: idsOf(rig),
		creates: [...service.requests('create'), ...service.requests('model')].length,
		lost,
		misleading,
		leaked: tracesIn(visible, ...rig.secrets()),
		virtualMs,
		strayed: rig.elsewhere.requests(),
	};
}

function idsOf({ service: { emulator } }: Rig): string[] {
	return [...emulator.tasks(), ...emulator.modelTasks()].map(({ requestId }) => requestId);
}

const STOPS: readonly (readonly [RegExp, string])[] = [
	[/removed from the queue/, 'canceled'],
	[/was interrupted/, 'interrupted'],
	[/had already finished/, 'ended'],
	[/couldn't be stopped/, 'goes on'],
];

function wordFor({ result }: Ended): string {
	if (result.ok) return 'ok';
	if (!(result.error instanceof AiAppError)) throw result.error;
	const { kind, message } = result.error;
	if (kind !== 'execution_stopped') return kind;
	return STOPS.find(([words]) => words.test(message))?.[1] ?? kind;
}

function misleadingWords({ result }: Ended): string[] {
	if (result.ok || !(result.error instanceof AiAppError)) return [];
	const { kind, message, advice } = result.error;
	// What was canceled while it was queuing is free.
	const words = `${message}. ${advice}`.replace("before it ran. You weren't charged.", '');
	return misleads(kind, words) ? [words] : [];
}

/** All that reaches the user: items, messages, advice, details, the stack, ledger and log. */
function textOf({ result, told }: Ended): string {
	const shown = result.ok ? result.value : errorParts(result.error);
	return JSON.stringify([shown, told]);
}

function errorParts(error: unknown): unknown {
	if (!(error instanceof AiAppError)) return String(error);
	const { message, advice, details, stack, kind, cause } = error;
	return { message, advice, details, stack, kind, cause: String(cause) };
}
