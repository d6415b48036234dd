import type * as FastCheck from 'fast-check';
import { requireOnce } from './requireOnce.mts';

/** Chance finds its faults by hand (FUZZ_SEED), not in whatever change is tested when it strikes. */
const SEED = 20261121;

jest.mock('fast-check', () => {
	const fastCheck = requireOnce('fast-check') as typeof FastCheck;
	fastCheck.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? SEED) });
	return fastCheck;
});
