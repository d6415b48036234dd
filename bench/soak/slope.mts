import { mean } from '../measure/statistics.mts';

/** How much `y` grows with each unit of `x`: the line with the least squares. */
export function slopeOf(points: ReadonlyArray<readonly [x: number, y: number]>): number {
	const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
	const spread = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
	const shared = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
	return spread === 0 ? 0 : shared / spread;
}
