import type { QueueResults } from '../queue/results.mts';
import { queueMode } from './queueMode.mts';
import type { Soaked } from '../soak/verdict.mts';
import type { Figure } from './figure.mts';
import { measuredOn, processorsOf, type Results } from './results.mts';
import { shown, table } from './tables.mts';

/** Everything that the page shows. */
export type AllResults = {
	readonly benchmark: Results;
	readonly queue: QueueResults;
	/** Two lines of the kill test. */
	readonly workQueue: Readonly<Record<'kills' | 'speed', Readonly<Record<string, number>>>> & {
		readonly date: string;
	};
	readonly soak: Soaked;
	readonly fuzz: Readonly<Record<'inputs' | 'crashes', number>> & {
		readonly date: string;
		readonly seeds: readonly number[];
	};
};

/** The page of the documentation that shows all results. */
export function measuredPage(results: AllResults): string {
	return `# Measured

What this package was measured to do. The figures are in \`bench/results.json\` and \`docs/development/results/\`, and \`npm run generate\` writes this page from them.

n8n, the emulator as the service, and what measures share one machine. So the figures compare ways and parts. They don't predict your n8n, your network or your service. No real service was measured.

${oneProcess(results.benchmark)}

${queueMode(results.queue)}

${workQueue(results.workQueue)}

${mixedWork(results.soak)}

${chance(results)}
`;
}

/** The figure in one line of a terminal. */
export function lineOf(figure: Figure): string {
	return cellsOf(figure)
		.filter((cell) => cell !== '')
		.join('  |  ');
}

function oneProcess({ machine, figures }: Results): string {
	return `## One n8n process

\`npm run bench\` repeats all of it, and \`npm run bench -- --case lag\` one case. ${measuredOn({ ...machine, processors: processorsOf(figures) })}, with SQLite and binary data in filesystem mode. MB are 2^20 bytes. *Load* is how many processes needed a processor on average over a minute, before and at the end of the case, which counts itself. If it's above the number of processors, other work may have slowed the case down.

${table(['What', 'This node', 'Ideal', 'Others', 'Goal', 'Load', 'Measured'], figures.map(cellsOf))}

- **lag**: twenty tasks, each in an execution of its own, with durations spread from half to one and a half times the one named. The end of a task is by the emulator's clock, the result by n8n's times. The other way is a loop of HTTP Request, Wait of 5 s and If. Less lag than that loop's costs more status calls. Of a *known app*, n8n has seen at least three tasks, and durations are from 0.8 to 1.2 times the one named. [Decision 007](decisions/007-past-tasks-of-an-app.md) has the rule.
- **many-100**: a hundred items in one node, ten tasks of 2 s at a time. Beyond the ideal, each of ten rounds has a create, the lag, a call for the outputs and, with files, a download.
- **many-executions**: a webhook starts the executions within a second, and each answers when it ends. Beyond the ideal, a place is empty from the end of a task until the node sees it, and while the next create is under way.
- **overhead**: tasks are finished at the first status call, so the rest is the time of the node, n8n and the emulator, and the wait before the first status call. The loop sends all its requests at once and waits its 5 s a single time.
- **transfer**: File: Upload with a file in the binary store, and Task: Get Outputs into the store. The bytes are exchanged with a plain HTTP server, because the emulator would be the limit. Memory is how far the peak resident size of n8n is above the size just before the same transfer. A transfer of 10 MB comes first. Memory that n8n has kept can be used again, and isn't counted. In each direction, this node runs before HTTP Request, and the downloads run after all uploads. The HTTP Request node keeps the whole body of an upload, to send it again after a redirect. undici runs in a Node.js that does nothing else.
- **load**: the time of n8n's own loader in a fresh process, after it has loaded an empty package. The other one is a verified community package with half of the code, loaded in turn. The processor time is that of the loading thread, and depends less on other work. Most of the time is parsing, which grows with the code. The package isn't minified, so that you can read what runs ([decision](decisions/011-one-file.md)).`;
}

function cellsOf(figure: Figure): string[] {
	const { date, what, unit, ours, ideal, peers = {}, goal, load } = figure;
	const others = Object.entries(peers).map(([name, value]) => `${name} ${shown(value)}`);
	return [
		`\`${figure.case}\` ${what}`,
		`${shown(ours)} ${unit}`,
		ideal === undefined ? '' : `${shown(ideal)} ${unit}`,
		others.join(', '),
		goal ? `${goal.says}: ${goal.met ? 'met' : '**missed**'}` : '',
		load.map((value) => value.toFixed(1)).join(' to '),
		date,
	];
}

function workQueue({ date, kills, speed }: AllResults['workQueue']): string {
	const rows: ReadonlyArray<readonly [what: string, figure: number | undefined]> = [
		['Jobs', kills['jobs']],
		['Kills of an n8n at a random moment', kills['kills']],
		['Jobs lost', kills['lost']],
		['Jobs with two creates', kills['createdTwice']],
		['Done', kills['done']],
		['Being sent by an n8n when it was killed', kills['claimedAtKills']],
		['of these, settled by a callback', kills['settledByCallback']],
		['To check by a person', kills['check']],
		['of these, have a task', kills['checkWithTask']],
	];
	return `## Work queue

Two n8n instances share the [work queue](../guides/work-queue.md) of one PostgreSQL, and either is killed with \`kill -9\` while it works ([how to repeat it](../../.github/CONTRIBUTING.md#the-work-queue), with the seed ${kills['seed']}). Measured ${date}.

${table(
	['What', 'Figure'],
	rows.map(([what, figure]) => [what, String(figure)]),
)}

${speed['jobs']} jobs of ${speed['taskSeconds']} s took the queue ${speed['queueSeconds']} s, where each n8n looked for jobs every 5 s. A plain workflow with **Wait for Result**, 20 at a time, took ${speed['plainSeconds']} s.`;
}

function mixedWork(soak: Soaked): string {
	const { tasks, callbacksThatStartedTheTrigger: callbacks, sockets, timers, slopes } = soak;
	const executions = Object.values(soak.executions).reduce((sum, count) => sum + count, 0);
	const rows = [
		['Executions', String(executions)],
		['that ended otherwise than expected', String(soak.surprises.length)],
		['Tasks created, and expected', `${tasks.created}, ${tasks.expected}`],
		[
			'Callbacks that started the trigger, and expected',
			`${callbacks.started}, ${callbacks.expected}`,
		],
		['Connections to the service, at most, and left', `${sockets.most}, ${sockets.left}`],
		['Timers of n8n, before and after', `${timers.before}, ${timers.after}`],
		['Growth of the heap, second half', `${shown(slopes.heapMbPerHour)} MB per hour`],
		['Growth of the resident size, second half', `${shown(slopes.residentMbPerHour)} MB per hour`],
	];
	return `## Mixed work

\`npm run soak -- --minutes ${soak.minutes}\` keeps a real n8n busy with polls, pauses, callbacks, open connections, uploads, failing tasks and stopped executions. Measured ${soak.date.slice(0, 10)}, with an execution every ${shown((soak.minutes * 60) / executions)} s. The heap is measured after garbage collection.

${table(['What', 'Figure'], rows)}`;
}

function chance({ fuzz }: AllResults): string {
	return `## Chance

\`npm test\` has today's version of this test, with fewer cases ([hostile inputs](../../.github/CONTRIBUTING.md#faults-and-fuzz)). To run as many, with each fuzz seed from ${fuzz.seeds[0]} to ${fuzz.seeds.at(-1)}:

    FUZZ_INPUTS=${fuzz.inputs / fuzz.seeds.length} TEST_SEED=${fuzz.seeds[0]} npm test -- --testPathPatterns test/fuzz/

${table(
	['What', 'Figure', 'Measured'],
	[
		['Hostile inputs for parsers', String(fuzz.inputs), fuzz.date],
		['of these, crashed a parser', String(fuzz.crashes), fuzz.date],
	],
)}`;
}
