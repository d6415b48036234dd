import type { AiAppError } from '../../../client/errors/AiAppError';
import { isBug } from '../errors.mts';
import type { Call, Ended } from './call.mts';
import { faultOf, type FaultName } from './faults.mts';
import type { Rig } from './rig.mts';
import { misleads } from '../errors/misleading.mts';
import type { Finding } from '../../secrets/secretSearch.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { descriptionOf } from '../../../nodes/AiApp/words/description';

/** The outcome of a call with a fault once, or each time. */
export type Outcome = {
	/** `ok`, or the kind of the error; for a stopped execution the end of its task. */
	readonly word: string;
	readonly tasks: readonly string[];
	/** Creates that were sent. */
	readonly creates: number;
	/** Request IDs that were in a response, but in nothing that the user can see. */
	readonly lost: readonly string[];
	/** Sentences that deny the charge of a task that exists, or lead to another one. */
	readonly misleading: readonly string[];
	/** Pieces of secrets in texts that the user can see. */
	readonly leaked: readonly Finding[];
	/** Until the first attempt ended. */
	readonly virtualMs: number;
	/** Requests that were sent to the other host. */
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
	const injected = faultOf(fault, around, call.on);
	const isChange = typeof injected === 'string';
	if (!isChange) emulator.addFault({ on: call.on, effect: injected, times });
	const faulty = isChange ? rig.changing(injected, call.on, times) : service;

	const createsBefore = createsOf(rig);
	const startedAt = time.now();
	const end = await act(faulty);
	const virtualMs = time.now() - startedAt;
	const visible = textOf(end);
	const lost = idsOf(rig).filter((id) => rig.answered(id) && !visible.includes(id));
	const misleading = idsOf(rig).length > 0 ? misleadingWords(end) : [];
	await end.again?.();
	return {
		word: wordFor(end),
		tasks: idsOf(rig),
		creates: createsOf(rig) - createsBefore,
		lost,
		misleading,
		leaked: tracesIn(visible, ...rig.secrets()),
		virtualMs,
		strayed: rig.elsewhere.requests(),
	};
}

function createsOf({ service }: Rig): number {
	return [...service.requests('create'), ...service.requests('model')].length;
}

function idsOf({ service: { emulator } }: Rig): string[] {
	return [...emulator.tasks(), ...emulator.modelTasks()].map(({ requestId }) => requestId);
}

const STOPS: readonly (readonly [RegExp, string])[] = [
	[/removed from the queue|Task \S+ was canceled/, 'canceled'],
	[/was interrupted/, 'interrupted'],
	[/was confirmed, but its status couldn't be read/, 'unread'],
	[/had already finished/, 'ended'],
	[/wasn't stopped/, 'keeps running'],
];

function wordFor({ result, word }: Ended): string {
	if (word) return word;
	if (result.ok) return 'ok';
	if (isBug(result.error)) throw result.error;
	const { kind, message } = result.error;
	if (kind !== 'execution_stopped' && kind !== 'budget') return kind;
	return STOPS.find(([words]) => words.test(message))?.[1] ?? kind;
}

function misleadingWords({ result }: Ended): string[] {
	if (result.ok) return [];
	const { kind, message } = result.error;
	const words = `${message}. ${descriptionOf(result.error)}`;
	// A task that was canceled in the queue is free.
	const isFree = /removed from the queue before it ran/.test(message);
	return misleads(kind, words) && !isFree ? [words] : [];
}

/** Everything that the user can see: items, messages, advice, details, the stack, ledger and log. */
function textOf({ result, visible }: Ended): string {
	const shown = result.ok ? result.value : errorParts(result.error);
	return JSON.stringify([shown, visible]);
}

function errorParts(error: AiAppError): unknown {
	const { message, details, stack, kind, cause } = error;
	const advice = descriptionOf(error);
	return { message, advice, details, stack, kind, cause: String(cause) };
}
