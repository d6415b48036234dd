import { judge } from '../bench/soak/verdict.mts';

type Course = Parameters<typeof judge>[1];

const sample = { seconds: 0, residentMb: 400, heapMb: 180, sockets: 0, timers: 16 };
const good = {
	stage: { emulator: { tasks: () => [{}, {}] } },
	kinds: [{ name: 'poll', creates: 2 }],
	went: [{ name: 'poll' }],
	started: { started: 2, expected: 2 },
	samples: [sample, { ...sample, sockets: 3 }, sample],
} as unknown as Course;

describe('a soak', () => {
	it('without losses and leftovers succeeds', () => {
		expect(judge(3, good).troubles).toEqual([]);
	});

	it.each<[string, Partial<Course>, RegExp]>([
		['that created too few tasks', { went: [...good.went, ...good.went] }, /Tasks are not/],
		['with a crash', { went: [{ name: 'poll', trouble: 'ended as crashed' }] }, /crashed/],
		['with failures', { went: [{ name: 'poll', trouble: 'ended as error: x' }] }, /error: x/],
		['that lost a callback', { started: { started: 1, expected: 2 } }, /Callbacks/],
		['that left a socket', last({ sockets: 1 }), /1 sockets/],
		['that left timers', last({ timers: 60 }), /Timers/],
		['that saw no socket at all', { samples: [sample, sample] }, /not counted/],
	])('%s reports it', (_, change, words) => {
		expect(judge(3, { ...good, ...change }).troubles).toEqual([expect.stringMatching(words)]);
	});

	function last(change: Partial<typeof sample>): Partial<Course> {
		return { samples: [...good.samples, { ...sample, ...change }] };
	}
});
