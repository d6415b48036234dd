/** How much `y` grows with each unit of `x`: the line with the least squares. */
export function slopeOf(points: ReadonlyArray<readonly [x: number, y: number]>): number {
	const [meanX, meanY] = [0, 1].map((axis) => mean(points.map((point) => point[axis] ?? 0)));
	const [x0, y0] = [meanX ?? 0, meanY ?? 0];
	const spread = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
	const shared = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
	return spread === 0 ? 0 : shared / spread;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
