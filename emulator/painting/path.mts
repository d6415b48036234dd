export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** Straight pieces per curve: smooth up to a few hundred pixels. */
const STEPS = 12;
/** How far the control points of a circle's four curves are from its corners. */
const ARC = 0.5523;

/** Turns SVG path data into polygons; of the commands it knows M, L, C, Q and Z. */
export function polygonsOf(path: string): Polygon[] {
	const polygons: Point[][] = [];
	for (const [, command = '', numbers = ''] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
		const points = pairs(numbers);
		if (command === 'M') polygons.push([points.shift()!]);
		const polygon = polygons.at(-1)!;
		if (command === 'C') addCurves(polygon, points, 3);
		else if (command === 'Q') addCurves(polygon, points, 2);
		else polygon.push(...points);
	}
	return polygons;
}

/** The path data of an ellipse. */
export function ellipse(x: number, y: number, rx: number, ry = rx): string {
	const [ax, ay] = [rx * ARC, ry * ARC];
	return [
		`M${x - rx} ${y}`,
		`C${x - rx} ${y - ay} ${x - ax} ${y - ry} ${x} ${y - ry}`,
		`C${x + ax} ${y - ry} ${x + rx} ${y - ay} ${x + rx} ${y}`,
		`C${x + rx} ${y + ay} ${x + ax} ${y + ry} ${x} ${y + ry}`,
		`C${x - ax} ${y + ry} ${x - rx} ${y + ay} ${x - rx} ${y}Z`,
	].join('');
}

/** The path data of a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): string {
	return `M${x} ${y}L${x + width} ${y} ${x + width} ${y + height} ${x} ${y + height}Z`;
}

function pairs(numbers: string): Point[] {
	const values = Array.from(numbers.matchAll(/-?[\d.]+(?:e-?\d+)?/g), ([text]) => Number(text));
	return Array.from({ length: values.length / 2 }, (_, index) => [
		values[2 * index]!,
		values[2 * index + 1]!,
	]);
}

/** Bezier curves of this degree, each from the end of the last one. */
function addCurves(polygon: Point[], points: readonly Point[], degree: 2 | 3): void {
	for (let at = 0; at < points.length; at += degree) {
		const controls = [polygon.at(-1)!, ...points.slice(at, at + degree)];
		for (let step = 1; step <= STEPS; step += 1) polygon.push(onCurve(controls, step / STEPS));
	}
}

/** De Casteljau's algorithm. */
function onCurve(controls: readonly Point[], share: number): Point {
	let points = controls;
	while (points.length > 1) {
		points = points.slice(1).map(([x, y], index): Point => {
			const [fromX, fromY] = points[index]!;
			return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
		});
	}
	return points[0]!;
}
