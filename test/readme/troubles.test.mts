import { paused } from '../nodes/pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../nodes/service.mts';
import type { Execution } from '../nodes/engine.mts';
import type { Fault } from '../../emulator/faults/fault.mts';
import type { TaskPlan } from '../../emulator/index.mts';
import { guides, tableOf } from './readme.mts';

const service = useService();

const NOWHERE = 'http://127.0.0.1:1';
const PUBLIC = { apiKey: 'k', baseUrl: 'https://api.example.com' };
const MINUTE = { limits: { maxWaitMinutes: 1 } };
const cat = (more = {}) => runForm({ [PROMPT]: 'a cat' }, more);

type Trouble = {
	readonly fault?: Fault;
	readonly plan?: Partial<TaskPlan>;
	readonly execution?: () => Partial<Execution>;
};

/** How to cause each message, in the order of the table. */
const TROUBLES: readonly Trouble[] = [
	{ execution: () => ({ credential: { ...service.credential, apiKey: 'wrong' } }) },
	{
		execution: () => ({
			credential: { ...service.credential, baseUrl: NOWHERE, metadataUrl: NOWHERE },
		}),
	},
	{ execution: () => ({ parameters: runForm({}, {}, 1) }) },
	{ execution: () => ({ parameters: runForm({ '1:Other.text': 'a cat' }) }) },
	{ execution: () => ({ parameters: runForm({ '3:KSampler.steps': 300 }) }) },
	{ fault: { on: 'create', effect: { type: 'refuse', code: 20049 } } },
	{
		fault: { on: 'create', times: Infinity, effect: { type: 'refuse', code: 30039 } },
		execution: () => ({ parameters: cat(MINUTE) }),
	},
	{ fault: { on: 'create', effect: { type: 'reset', when: 'after' } } },
	{ plan: { outcome: 'Failed', errorMessage: 'Out of memory' } },
	{ plan: { outputs: 'rejected' } },
	{ plan: { runningMs: 600_000 }, execution: () => ({ parameters: cat(MINUTE) }) },
	{ execution: () => ({ parameters: paused(), credential: PUBLIC }) },
	{
		plan: { queuingMs: 600_000 },
		execution: () => ({ onStart: (stop) => service.time.after(3_000, stop) }),
	},
];

const messages = tableOf('Messages', guides['troubleshooting']).map(([message = '']) => message);

it('each message of the table has a case here', () => {
	expect(messages).toHaveLength(TROUBLES.length);
});

it('the README quotes messages of the table', () => {
	const quoted = tableOf('Troubleshooting').map(([message]) => message);

	expect(quoted.length).toBeGreaterThan(0);
	expect(messages).toEqual(expect.arrayContaining(quoted));
});

it.each(messages.map((message, at) => [message, TROUBLES[at] ?? {}] as const))(
	'%s',
	async (message, { fault, plan, execution }) => {
		if (fault) service.emulator.addFault(fault);
		if (plan) service.emulator.plan(plan);

		const { error } = await service.run({ parameters: cat(), ...execution?.() });

		expect(error?.message).toMatch(patternOf(message));
	},
);

/** The message as a pattern: `…` is anything. */
function patternOf(message: string): RegExp {
	const literal = message.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${literal.join('.+')}$`, 's');
}

it('a file input that names no binary field of the item says what it takes', async () => {
	const parameters = runForm({ '18:LoadImage.image': 'photo' }, {}, 56258);

	const { error } = await service.run({ parameters });

	expect(error?.message).toMatch(/binary field/);
});
