/** How long the tasks of an app take; a function of random numbers in [0, 1) and of what ran before. */
export type Distribution = {
	readonly name: string;
	/** @param nth the number of the task among those of its app, from 0 */
	readonly draw: (random: () => number, meanMs: number, nth: number) => number;
	/** What is to be held; the others are reported. */
	readonly goal?: 'quarter' | 'neverWorse';
	/** Becomes another one at `CHANGES_AT`. */
	readonly changes?: boolean;
};

/** The first task that is another one than all before it, where an app changes. */
export const CHANGES_AT = 30;

const COLD = { share: 0.2, shortest: 3, longest: 5 };
const CACHED = { share: 0.2, takes: 0.05 };
const SIGMA = 0.8;

function within20Percent(random: () => number, meanMs: number): number {
	return meanMs * (0.8 + 0.4 * random());
}

/** Box and Muller's method; its mean is `meanMs`. */
function logNormal(random: () => number, meanMs: number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return meanMs * Math.exp(SIGMA * normal - SIGMA ** 2 / 2);
}

export const DISTRIBUTIONS: readonly Distribution[] = [
	{ name: 'T +-20 %', draw: within20Percent, goal: 'quarter' },
	{
		name: 'Cold starts: one in five takes 3 to 5 T',
		draw: (random, meanMs) =>
			random() < COLD.share
				? meanMs * (COLD.shortest + (COLD.longest - COLD.shortest) * random())
				: within20Percent(random, meanMs),
		goal: 'neverWorse',
	},
	{ name: `Log-normal, sigma ${SIGMA}`, draw: logNormal, goal: 'neverWorse' },
	{
		name: 'One in five takes a twentieth of T (cached)',
		draw: (random, meanMs) =>
			random() < CACHED.share ? meanMs * CACHED.takes : within20Percent(random, meanMs),
	},
	{
		name: 'T +-20 %, from the 31st task on three times as long',
		draw: (random, meanMs, nth) => within20Percent(random, nth < CHANGES_AT ? meanMs / 3 : meanMs),
		changes: true,
	},
	{
		name: 'T +-20 %, from the 31st task on a third of it',
		draw: (random, meanMs, nth) => within20Percent(random, nth < CHANGES_AT ? meanMs : meanMs / 3),
		changes: true,
	},
];
