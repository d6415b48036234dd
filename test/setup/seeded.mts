import type * as FastCheck from 'fast-check';

/** Chance finds its faults by hand (FUZZ_SEED), not in whatever change is tested when it strikes. */
const SEED = 20261121;

jest.mock('fast-check', () => {
	const fastCheck = jest.requireActual<typeof FastCheck>('fast-check');
	fastCheck.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? SEED) });
	return fastCheck;
});
