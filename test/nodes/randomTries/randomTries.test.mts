import fc from 'fast-check';
import { anyCourse, live } from './course.mts';
import { isAsNew, outOfTurn } from './slots.mts';
import { broken } from './promises.mts';
import { anySchedule, keep, worldOf } from './schedule.mts';
import { finish } from './time.mts';
import { createWorld } from './tries.mts';
import { SEED } from '../../drawn.mts';

/**
 * Random tries of the node, on a model of the service in memory: no task is paid twice, none beyond a
 * limit, and nobody waits for nothing.
 * By hand with more of them, and others:
 * RANDOM_TRIES=100000 RANDOM_SEED=1 npx jest --selectProjects unit --testPathPatterns randomTries
 */
const numRuns = Number(process.env['RANDOM_TRIES'] ?? 300);
const seed = Number(process.env['RANDOM_SEED'] ?? SEED);
const LONGEST_MS = 3 * 60 * 60_000;
/** Longer than any Retry-After, and what refusals have taught is forgotten by then. */
const FORGOTTEN_MS = 6 * 60_000;

const { stackTraceLimit } = Error;

beforeAll(() => {
	// Each failed call has its error, and nobody reads where it was made.
	Error.stackTraceLimit = 0;
});

afterAll(() => {
	Error.stackTraceLimit = stackTraceLimit;
});

it(
	'whatever happens to a task and to its retries, it is paid once and counted as it ran',
	async () => {
		const course = fc.asyncProperty(anyCourse, async (each) => {
			const weather = { ...each.weather };
			// What nobody waits for isn't counted, also if the service answers when it has ended.
			const ignoresHeaders = each.ignoresHeaders && each.options.waitMode !== 'none';
			const world = createWorld(each.plans, weather, { ignoresHeaders });
			const life = await finish(world.clock, live(each, world, weather));
			expect(broken(world.service, life)).toEqual([]);
		});
		await fc.assert(course, { seed, numRuns });
	},
	LONGEST_MS,
);

it(
	'whoever waits for a slot gets one in time and in turn, and a failure ends what waits',
	async () => {
		const schedule = fc.asyncProperty(anySchedule, async (each) => {
			const world = worldOf(each);
			const tries = await finish(world.clock, keep(each, world));
			const isIdle = world.clock.nextDue() === undefined;
			await world.clock.advance(FORGOTTEN_MS);
			const asNew = await finish(world.clock, isAsNew(world, 2));
			const found = [
				...broken(world.service, { tries, retryOf: [] }),
				...outOfTurn(each, world, tries),
			];
			expect({ isIdle, asNew, found }).toEqual({ isIdle: true, asNew: true, found: [] });
		});
		await fc.assert(schedule, { seed, numRuns: numRuns / 2 });
	},
	LONGEST_MS,
);
