import { randomFrom } from '../measure/statistics.mts';
import { DISTRIBUTIONS } from '../simulate/distributions.mts';
import type { FleetParameters } from './parameters.mts';

/** Of all tasks the same: what a plan of the emulator gives. */
const ALIKE = 'All alike';

/** How long the tasks take, in the order in which the service accepts them, and all that were drawn so far. */
export function createDurations({ service, seed }: FleetParameters) {
	const draw = drawOf(service.durations);
	const random = randomFrom(3 * seed);
	const drawn: number[] = [];

	function next(): number {
		const durationMs = Math.round(draw(random, service.taskMs, drawn.length));
		drawn.push(durationMs);
		return durationMs;
	}

	return { next, drawn };
}

function drawOf(name: string): (random: () => number, meanMs: number, nth: number) => number {
	if (name === ALIKE) return (_, meanMs) => meanMs;
	const distribution = DISTRIBUTIONS.find((each) => each.name === name);
	if (!distribution) throw new Error(`There is no distribution "${name}".`);
	return distribution.draw;
}
