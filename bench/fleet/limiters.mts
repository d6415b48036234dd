import type { Lane, RateLimiter } from '../../client/index.ts';
import { createKnowingLane } from './knowingLane.mts';
import type { LimiterName } from './parameters.mts';
import type { SimulatedService } from './service.mts';

/** The lane of an execution; the outer call is made once for each process. */
type LanesOfProcess = () => () => Lane;

type MakeLanes = (makeLimiter: () => RateLimiter, service: SimulatedService) => LanesOfProcess;

/** Who shares what is known of the service. */
export const LIMITERS: Readonly<Record<LimiterName, MakeLanes>> = {
	/** As it was before decision 006. */
	execution: (makeLimiter) => () => () => makeLimiter().lane(),
	/** What ships. */
	process: (makeLimiter) => () => {
		const limiter = makeLimiter();
		return () => limiter.lane();
	},
	/** As if n8n gave nodes a store that all processes share. */
	all(makeLimiter) {
		const limiter = makeLimiter();
		return () => () => limiter.lane();
	},
	ideal(_, service) {
		const lane = createKnowingLane(service);
		return () => () => lane;
	},
};
