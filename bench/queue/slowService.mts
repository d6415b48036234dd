import type { Control } from '../setting/control.mts';

const DELAY_MS = 3_000;
/** One of so many status responses is late. */
const ONE_OF = 3;

/** Makes some status responses late: a callback is then processed for as long. */
export async function delaySomeChecks(emulator: Control, times: number): Promise<void> {
	const effect = { type: 'delay', ms: DELAY_MS } as const;
	for (let nth = 1; nth <= times; nth++) {
		// All of them count the requests that none of them has delayed.
		await emulator.addFault({ on: 'status', skip: nth * (ONE_OF - 1), effect });
	}
}
