import { createClient, type Client } from '../../../client/client';
import type { HttpFailure, HttpResponse, ServiceRequest } from '../../../client/ports';
import type { ManualClock } from '../../../emulator/index.mts';
import { serviceTime } from '../../../emulator/time/serviceTime.mts';
import { waitOn } from '../../virtualTime.mts';

/** How a task goes on, and what its record says. */
export type Plan = {
	readonly queueMs: number;
	readonly prepareMs: number;
	readonly runMs: number;
	readonly end: 'Failed' | 'rejected' | 'Success';
	/** `Aborted` is a word that nobody knows. */
	readonly interruptedAs: 'Aborted' | 'Canceled' | 'Failed' | 'Interrupted';
	/** Its seconds in the record; `late`: a minute after its end. */
	readonly bill: 'late' | 'silent' | 'told' | 'zero';
	readonly tellsBegin: boolean;
	/** Somebody else interrupts it, so long after its run began. */
	readonly interruptedMs: number;
};

/**
 * What goes wrong with a call. `unheard`: it's done, and the answer is lost; `slow`: lost at the time
 * limit. `undone`: neither done nor answered. `denied`: confirmed, not done. `stale`: the record of half
 * a minute ago. `foreign`: that of another task. An object: it's refused.
 */
export type Fault =
	| ('denied' | 'foreign' | 'missing' | 'none' | 'slow' | 'stale')
	| ('unavailable' | 'undone' | 'unheard' | 'unsent' | Refusal);
type Refusal = { readonly code: number; readonly retryAfter?: number | undefined };
type Answer = Partial<Refusal> & { readonly data?: object };

/** What happens to the calls of each operation in turn, over and over. */
export type Weather = Record<'create' | 'outputs' | 'status' | 'stop', readonly Fault[]>;

/** How many tasks run at once, and how many creates are taken in a second. */
export type Room = Readonly<Record<'account' | 'app' | 'aSecond', number>> &
	Pick<Refusal, 'retryAfter'>;

export type ServiceWishes = {
	readonly room?: Room;
	/** It knows no task headers: each create is answered when its task has ended. */
	readonly ignoresHeaders?: boolean;
};

export type Call = {
	readonly sentAt: number;
	readonly execution: number;
	readonly operation: Exclude<keyof Weather, 'stop'> | 'cancel' | 'interrupt';
	/** Of the task that it's about, if there's one already. */
	readonly id: string;
	/** What a create sends names the piece of work. */
	readonly values?: Readonly<Record<'given' | 'item' | 'part' | 'turn' | 'typed', string>>;
	/** When it came to an answer or to none, and what the answer says of this task. */
	endedAt?: number;
	record?: ReturnType<typeof recordAt>;
};

export type Task = {
	readonly id: string;
	readonly app: number;
	readonly sentBy: Call;
	readonly createdAt: number;
	readonly plan: Plan;
	stopped?: { readonly at: number; readonly status: string };
};

const [LATENCY_MS, STALE_MS, LATE_BILL_MS] = [100, 30_000, 60_000];
const [OK, NOT_FOUND, CONFLICT] = [20000, 30009, 30041];
const ENDLESS: Room = { account: Infinity, app: Infinity, aSecond: Infinity };
const OTHER = { request_id: 'other', status: 'Failed', ended_at: '2027-01-01 00:00:00' };

export function runsFrom({ createdAt, plan }: Task): number {
	return createdAt + plan.queueMs + plan.prepareMs;
}

/** How a task has ended, or will. */
export function endOf(task: Task): NonNullable<Task['stopped']> {
	const { end, interruptedAs, interruptedMs, runMs } = task.plan;
	if (task.stopped) return task.stopped;
	if (interruptedMs < runMs) return { at: runsFrom(task) + interruptedMs, status: interruptedAs };
	return { at: runsFrom(task) + runMs, status: end === 'Failed' ? end : 'Success' };
}

function statusAt(task: Task, at: number): string {
	const end = endOf(task);
	if (at >= end.at) return end.status;
	if (at >= runsFrom(task)) return 'Running';
	return at >= task.createdAt + task.plan.queueMs ? 'Preparing' : 'Queuing';
}

function recordAt(task: Task, at: number) {
	const { bill, tellsBegin } = task.plan;
	const [from, end] = [runsFrom(task), endOf(task).at];
	const seconds = bill === 'zero' ? 0 : Math.max(end - from, 0) / 1000;
	const isTold = bill === 'late' ? at >= end + LATE_BILL_MS : bill !== 'silent';
	return {
		...{ request_id: task.id, status: statusAt(task, at), created_at: serviceTime(task.createdAt) },
		...(tellsBegin && at >= from && end > from && { executed_at: serviceTime(from) }),
		...(at >= end && { ended_at: serviceTime(end) }),
		...(at >= end && isTold && { inference_cost_time: seconds }),
	};
}

function outputsAt(task: Task, at: number): object[] {
	const audit_status = task.plan.end === 'rejected' ? 3 : 1;
	const output = { object_url: 'https://files.example/a.png', audit_status };
	return statusAt(task, at) === 'Success' ? [output] : [];
}

export type ModelService = ReturnType<typeof createModelService>;

/** The service in memory, behind the client's port for HTTP. */
export function createModelService(
	clock: ManualClock,
	plans: readonly Plan[],
	weather: Weather,
	{ room = ENDLESS, ignoresHeaders = false }: ServiceWishes,
) {
	const tasks: Task[] = [];
	const calls: Call[] = [];
	const counts = { create: 0, outputs: 0, status: 0, stop: 0 };

	function next(operation: Call['operation']): Fault {
		const of = operation === 'cancel' || operation === 'interrupt' ? 'stop' : operation;
		return weather[of][counts[of]++ % weather[of].length] ?? 'none';
	}

	function create(sentBy: Call, app: number): object {
		const createdAt = clock.now();
		const latest = tasks.filter((task) => task.createdAt > createdAt - 1000);
		const running = tasks.filter((task) => endOf(task).at > createdAt);
		const ofApp = running.filter((task) => task.app === app);
		if (latest.length >= room.aSecond) return { ...room, code: 50600 };
		if (running.length >= room.account) return { ...room, code: 30040 };
		if (ofApp.length >= room.app) return { ...room, code: 30015 };
		const plan = plans[tasks.length % plans.length] as Plan;
		const id = `task-${tasks.length + 1}`;
		tasks.push({ id, app, sentBy, plan, createdAt });
		return { code: OK, data: { request_id: id } };
	}

	function stop(task: Task, by: Call['operation'], at: number): object {
		if (statusAt(task, at) !== (by === 'cancel' ? 'Queuing' : 'Running')) return { code: CONFLICT };
		task.stopped = { at, status: by === 'cancel' ? 'Canceled' : task.plan.interruptedAs };
		return { code: OK, data: {} };
	}

	function serve(call: Call, app: number, fault: Fault): object {
		if (call.operation === 'create') return create(call, app);
		const task = tasks.find(({ id }) => id === call.id);
		const at = clock.now() - (fault === 'stale' ? STALE_MS : 0);
		if (!task) return { code: NOT_FOUND };
		if (call.operation === 'outputs') return { code: OK, data: { outputs: outputsAt(task, at) } };
		if (call.operation !== 'status')
			return fault === 'denied' ? { code: OK, data: {} } : stop(task, call.operation, at);
		if (fault === 'foreign') return { code: OK, data: OTHER };
		const data = recordAt(task, at);
		if (fault !== 'unheard') call.record = data;
		return { code: OK, data };
	}

	async function answerTo(call: Call, app: number, fault: Fault, request: ServiceRequest) {
		await waitOn(clock, LATENCY_MS, request.signal);
		if (request.signal?.aborted) return noAnswer('aborted');
		if (typeof fault === 'object') return answer(fault);
		if (fault === 'unsent') return noAnswer('notSent');
		if (fault === 'undone') return noAnswer('lost');
		if (fault === 'unavailable') return answer({}, 503);
		if (fault === 'missing') return answer({ code: NOT_FOUND });
		const served = serve(call, app, fault);
		const held = tasks.find(({ sentBy }) => sentBy === call);
		if (held && (ignoresHeaders || request.headers?.['X-Task-Async'] === undefined))
			return answerAtEnd(held, fault, request);
		if (fault === 'slow') await waitOn(clock, request.timeoutMs - LATENCY_MS);
		return fault === 'slow' || fault === 'unheard' ? noAnswer('lost') : answer(served);
	}

	async function answerAtEnd(task: Task, fault: Fault, { signal, timeoutMs }: ServiceRequest) {
		const until = clock.now() + timeoutMs - LATENCY_MS;
		while (endOf(task).at > clock.now() && clock.now() < until && !signal?.aborted)
			await waitOn(clock, Math.min(endOf(task).at, until) - clock.now(), signal);
		if (signal?.aborted) return noAnswer('aborted');
		if (endOf(task).at > clock.now() || fault !== 'none') return noAnswer('lost');
		const record = (task.sentBy.record = recordAt(task, clock.now()));
		return answer({ code: OK, data: { ...record, outputs: outputsAt(task, clock.now()) } });
	}

	async function take(execution: number, request: ServiceRequest) {
		const { body = '{}', method, url } = request;
		const { web_app_id: app, input_values: values } = JSON.parse(body);
		const [first = '', last = ''] = url.split('/').slice(-2);
		const isStatus = method === 'GET' && last !== 'outputs';
		const operation = (isStatus ? 'status' : last) as Call['operation'];
		const about = isStatus ? { id: last } : { id: first, values };
		const call: Call = { ...about, execution, operation, sentAt: clock.now() };
		calls.push(call);
		const answered = await answerTo(call, app, next(operation), request);
		call.endedAt = clock.now();
		return answered;
	}

	function clientOf(execution: number): Client {
		const noFiles = async () => noAnswer('notSent');
		const http = { call: take.bind(undefined, execution), open: noFiles, put: noFiles };
		return createClient(http, { baseUrl: 'https://service.example', headerPrefix: 'X-Task-' });
	}

	return { tasks, calls, clientOf };
}

function noAnswer(noAnswer: HttpFailure['noAnswer']): HttpFailure {
	return { noAnswer, reason: noAnswer };
}

function answer(body: Answer, status = 'data' in body ? 200 : 400): HttpResponse {
	const { retryAfter } = body;
	const headers = { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
	return { headers, status, body: JSON.stringify(body) };
}
