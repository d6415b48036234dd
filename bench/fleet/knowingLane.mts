import type { Lane } from '../../client/index.ts';
import type { SimulatedService } from './service.mts';

/** Knows at any time how much room the service has: its creates leave in order, and none is refused. */
export function createKnowingLane(service: SimulatedService): Lane {
	const waiting: Array<() => void> = [];
	let departed = 0;

	function update(): void {
		const { accepted, refused } = service.counts;
		let room = service.room() - (departed - accepted - refused);
		for (; room > 0 && waiting.length > 0; room--) {
			departed += 1;
			waiting.shift()?.();
		}
	}

	function acquire(): Promise<boolean> {
		return new Promise((resolve) => {
			waiting.push(() => resolve(true));
			update();
		});
	}

	function doNothing(): void {}

	service.onEnd(update);
	return {
		place: () => ({
			acquire,
			...{ accepted: doNothing, refused: doNothing, attach: doNothing, release: doNothing },
		}),
	};
}
