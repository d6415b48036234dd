import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
} from '../../scripts/n8n/workflows.mts';
import type { Measured } from '../report/figure.mts';
import { CALLBACK_TOKEN, type Setting } from '../setting/setting.mts';
import { callAll, callsFor, startsOf, type Answered } from '../setting/storm.mts';
import { createEnded, forgedCalls } from './callbackTasks.mts';

const TASKS = 1_000;
const DELIVERIES = 10;
const FORGED = 2_000;
const AT_ONCE = 50;
/** What the service grants a receiver (spec: Limits). */
const GRANTED_SECONDS = 10;

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const TRIGGER = 'AI App Trigger';
const WEBHOOK_ID = '0d9c5f52-7a3e-4c1b-8f60-b1e2d3c4a596';

/** The trigger under repeated and forged callbacks. */
export async function measureCallbacks(setting: Setting): Promise<readonly Measured[]> {
	const { rest } = setting;
	const { workflow, url } = await listen(setting);
	const tasks = await createEnded(setting, TASKS);
	const answered = await callAll(url, callsFor(tasks, CALLBACK_TOKEN, DELIVERIES), AT_ONCE);
	const started = await startsOf(rest, workflow, TRIGGER);
	const forged = await callAll(url, await forgedCalls(setting, FORGED, CALLBACK_TOKEN), AT_ONCE);
	const more = (await startsOf(rest, workflow, TRIGGER)).length - started.length;
	return [
		{
			...startsFigure(`${DELIVERIES} callbacks each of ${TASKS} tasks`, started.length, TASKS),
			goal: {
				says: `${TASKS}, one for each task`,
				met: started.length === TASKS && new Set(started).size === TASKS,
			},
		},
		...answerFigures(answered),
		{
			...startsFigure(`${FORGED} forged callbacks`, more, 0),
			goal: { says: '0', met: more === 0 },
		},
		inTimeFigure(`the forged ones answered within ${GRANTED_SECONDS} s`, forged),
	];
}

function startsFigure(by: string, ours: number, ideal: number): Measured {
	return {
		what: `runs started by ${by}, ${AT_ONCE} at once`,
		unit: 'runs',
		ours,
		samples: [],
		ideal,
	};
}

function answerFigures(answered: readonly Answered[]): readonly Measured[] {
	const seconds = answered.map((answer) => answer.seconds).sort((a, b) => a - b);
	const good = answered.filter(({ status }) => status === 200).length;
	return [
		inTimeFigure(`them answered within ${GRANTED_SECONDS} s`, answered),
		percentFigure('them answered 200', good / answered.length),
		{
			what: 'time to answer, the slowest',
			unit: 's',
			ours: seconds.at(-1) ?? NaN,
			samples: [0.5, 0.9, 0.99].map((part) => seconds[Math.floor(part * seconds.length)] ?? NaN),
		},
	];
}

function inTimeFigure(of: string, answered: readonly Answered[]): Measured {
	const inTime = answered.filter(({ seconds }) => seconds <= GRANTED_SECONDS).length;
	return percentFigure(of, inTime / answered.length);
}

function percentFigure(of: string, share: number): Measured {
	return { what: `share of ${of}`, unit: '%', ours: 100 * share, samples: [], ideal: 100 };
}

/** Publishes a workflow of the trigger and a node that does nothing. */
async function listen({
	n8n,
	rest,
	credential,
}: Setting): Promise<{ readonly workflow: StoredWorkflow; readonly url: string }> {
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const trigger = {
		name: TRIGGER,
		type: `${PACKAGE}.aiAppTrigger`,
		typeVersion: 1,
		parameters: {},
	};
	const draft = {
		name: 'Callbacks',
		nodes: [
			{ ...trigger, id: 'trigger', position: [0, 0], webhookId: WEBHOOK_ID },
			{ ...next, id: 'next', position: [220, 0] },
		] as const,
		connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
	const workflow = await createWorkflow(rest, withCredential(draft, PACKAGE, credential));
	await activateWorkflow(rest, workflow);
	const url = `${n8n.url}/webhook/${WEBHOOK_ID}/ai-app-task`;
	const isListening = async () => {
		const [{ status } = { status: 404 }] = await callAll(url, [{ requestId: '', token: '' }], 1);
		return status === 404 ? undefined : true;
	};
	await waitUntil('the trigger to listen', isListening, { timeoutMs: 60_000 });
	return { workflow, url };
}
