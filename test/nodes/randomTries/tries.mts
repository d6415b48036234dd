import type { IExecuteFunctions } from 'n8n-workflow';
import type { AiAppError } from '../../../client/errors/AiAppError';
import { isBug } from '../../client/errors.mts';
import type { LedgerEntry } from '../../../client/ports';
import { deadlineIn } from '../../../client/resilience/deadline';
import { runPool } from '../../../client/resilience/pool';
import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { withEarlier } from '../../../client/tasks/course';
import { hashOf } from '../../../nodes/AiApp/memory/sameWork';
import { createPastTasks } from '../../../client/tasks/pastTasks';
import { createAppTask, runAppTask } from '../../../client/tasks/runApp';
import type { WaitOptions } from '../../../client/tasks/wait';
import { manualClock } from '../../../emulator/index.mts';
import { createEndOfTry } from '../../../nodes/AiApp/execution/context';
import { createNodeLedger } from '../../../nodes/AiApp/memory/ledger';
import { processMemory } from '../../../nodes/AiApp/memory/processMemory';
import { createNodeSpending } from '../../../nodes/AiApp/memory/spending';
import { clock as nodeClock } from '../../../nodes/AiApp/time/clock';
import { settle } from '../../../client/settle';
import { createModelService, type Plan, type ServiceWishes, type Weather } from './service.mts';
import { clientClock } from './time.mts';
import { waitOn } from '../../virtualTime.mts';

/** What n8n keeps of an execution, and saves as JSON. */
export type Stored = { readonly node: object };

export type Piece = {
	readonly item: number;
	/** Which of the item's variations it is, from 1. */
	readonly part: number;
	/** The run of the node, counted up by a loop. */
	readonly turn: number;
	readonly app: number;
	readonly typed: string;
	readonly given: string;
};

export type Options = WaitOptions & {
	readonly maxTasks?: number | undefined;
	readonly maxBilledSeconds?: number | undefined;
	/** Of all executions of the account. */
	readonly maxTasksPerHour?: number | undefined;
	readonly atOnce: number;
	/** Of all executions. */
	readonly maxSlots?: number | undefined;
	/** Before each create. */
	readonly uploadMs?: number;
	readonly waitMode?: 'keepOpen' | 'none' | 'poll';
	/** On Error: Continue. */
	readonly goesOn: boolean;
	/** The node rejects an item, so that nothing is created. */
	readonly isInvalid?: boolean;
	readonly signal?: AbortSignal;
};

export type Outcome = {
	readonly piece: Piece;
	readonly begunAt: number;
	readonly endedAt: number;
	/** The task whose result the item got. */
	readonly requestId: string | undefined;
	readonly error: AiAppError | undefined;
	readonly entry: LedgerEntry | undefined;
};

export type Try = Awaited<ReturnType<typeof tryNode>>;

export type World = ReturnType<typeof createWorld>;

let worlds = 0;

export function createWorld(plans: readonly Plan[], weather: Weather, service: ServiceWishes = {}) {
	const clock = manualClock();
	jest.spyOn(nodeClock, 'now').mockImplementation(clock.now);
	worlds += 1;
	// Each has a process of its own.
	processMemory.inUse('hourlyTasks').clear();
	return {
		account: `world ${worlds}`,
		clock,
		service: createModelService(clock, plans, weather, service),
		limiter: createRateLimiter(clientClock(clock)),
		pastTasks: createPastTasks(new Map(), 'account'),
	};
}

/**
 * A try of the node, as its router makes it: all pieces are claimed, then some run at once.
 * @returns with how many calls the service had seen when it began and ended, and at the failure that
 * ended it
 */
export async function tryNode(
	world: World,
	execution: number,
	stored: Stored,
	pieces: readonly Piece[],
	options: Options,
) {
	const { account, limiter, pastTasks } = world;
	const { maxTasksPerHour = Infinity } = options;
	const { calls, clientOf } = world.service;
	const clock = clientClock(world.clock);
	const ctx = contextOf(`${account}, execution ${execution}`, stored, pieces[0]?.turn);
	const ledger = createNodeLedger(ctx, () => ({ entries: {} }));
	const spending = createNodeSpending(ctx, account, () => maxTasksPerHour);
	const nothing = () => undefined;
	const ports = {
		...{ clock, ledger, spending, pastTasks, tasks: clientOf(execution).tasks },
		progress: { created: nothing, headersIgnored: nothing, note: nothing },
		executionQueue: limiter.executionQueue(() => options.maxSlots ?? Infinity),
	};
	const from = calls.length;
	const keys = pieces.map(({ app, given, item, part, typed }) => {
		const work = { of: app, inputs: { given }, typed: hashOf(typed) };
		return ledger.claim({ ...work, itemIndex: item, variations: part })[part - 1];
	});
	const { beforeCreate, endTry } = createEndOfTry(options.signal);
	let failedAt: number | undefined;
	const outcomes: Outcome[] = [];

	async function work(piece: Piece, index: number): Promise<string | undefined> {
		const { app: appId, item } = piece;
		const key = keys[index] ?? '';
		const begunAt = world.clock.now();
		const inputValues = valuesOf(piece);
		const attempt = {
			...{ appId, key, itemIndex: item, isHeld: options.waitMode === 'keepOpen' },
			...{ limits: options, signal: options.signal, beforeCreate },
			makeOrder: async () => {
				await waitOn(world.clock, options.uploadMs ?? 0, beforeCreate);
				return { appId, inputValues, suppressPreviewOutput: false };
			},
			deadline: deadlineIn(clock, options.maxWaitMs),
		};
		const ended = await settle(async () => {
			if (options.waitMode === 'none')
				return { ...(await createAppTask(ports, attempt)), finished: true };
			const { finished, result } = await runAppTask(ports, attempt, options);
			return { requestId: result.requestId, finished };
		});
		if (!ended.ok && isBug(ended.error)) throw ended.error;
		const entry = ledger.read(key);
		const error = ended.ok ? undefined : withEarlier(ended.error, entry);
		const requestId = ended.ok ? ended.value.requestId : undefined;
		outcomes.push({ piece, begunAt, endedAt: world.clock.now(), requestId, error, entry });
		if (error) throw error;
		return ended.ok && ended.value.finished ? key : undefined;
	}

	const done = await runPool(options.isInvalid ? [] : pieces, options.atOnce, work, (outcome) => {
		if (outcome.ok || options.goesOn) return true;
		failedAt ??= calls.length;
		endTry();
		return false;
	});
	for (const outcome of done) {
		if (outcome?.ok === false && isBug(outcome.error)) throw outcome.error;
		if (failedAt === undefined && outcome?.ok && outcome.value) ledger.deliver(outcome.value);
	}
	ledger.release();
	const billedSeconds = spending.billedSeconds();
	return { execution, options, from, to: calls.length, failedAt, billedSeconds, outcomes };
}

/** What a create sends for a piece. */
export function valuesOf({ given, item, part, turn, typed }: Piece) {
	return { item: String(item), part: String(part), turn: String(turn), typed, given };
}

function contextOf(executionId: string, stored: Stored, turn = 0): IExecuteFunctions {
	return {
		getNode: () => ({ name: 'AI App', type: 'aiApp' }),
		getExecutionId: () => executionId,
		getContext: () => stored.node,
		evaluateExpression: () => turn,
	} as unknown as IExecuteFunctions;
}
