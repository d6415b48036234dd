import type * as FastCheck from 'fast-check';
import { SEED as mockSeed } from '../drawn.mts';

jest.mock('fast-check', () => {
	const fastCheck = jest.requireActual<typeof FastCheck>('fast-check');
	fastCheck.configureGlobal({ seed: mockSeed });
	return fastCheck;
});
