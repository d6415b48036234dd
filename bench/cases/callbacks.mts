import type { Measured } from '../report/figure.mts';
import { CALLBACK_TOKEN, type Setting } from '../setting/setting.mts';
import { listen, TRIGGER } from '../setting/listeningTrigger.mts';
import { callAll, callsFor, startsOf, type Answered } from '../setting/storm.mts';
import { createEnded, forgedCalls } from './callbackTasks.mts';

const TASKS = 1_000;
const DELIVERIES = 10;
const FORGED = 2_000;
const AT_ONCE = 50;
/** What the service grants a receiver (spec: Limits). */
const GRANTED_SECONDS = 10;

/** The trigger under repeated and forged callbacks. */
export async function measureCallbacks(setting: Setting): Promise<readonly Measured[]> {
	const { rest } = setting;
	const { workflow, url } = await listen({ ...setting, url: setting.n8n.url });
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
