import { join } from 'node:path';
import { byCurl, byUndici, type Direction } from '../contenders/programs.mts';
import { peakGrowth } from '../measure/memory.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';

export const MEGABYTE = 1024 ** 2;
const BIG = 1024 * MEGABYTE;
const SMALL = 10 * MEGABYTE;
const TIMES = 3;
const MOST_GROWTH_MB = 64;
const LEAST_SHARE = 0.8;

/** Nodes of n8n that move a file of this many bytes; each returns the node's own time in seconds. */
export type NodeContenders = {
	readonly ours: (bytes: number) => Promise<number>;
	readonly httpRequest: (bytes: number) => Promise<number>;
};

type Samples = Record<'ours' | 'httpRequest' | 'undici' | 'curl', number[]>;

/**
 * Memory and speed of one direction. Our node runs first: n8n keeps memory that another node has
 * allocated, and existing memory is not counted as growth.
 */
export async function measureTransfers(
	setting: Setting,
	direction: Direction,
	nodes: NodeContenders,
): Promise<readonly Measured[]> {
	const { n8n, node, bytesUrl, folder } = setting;
	const transfer = { url: `${bytesUrl}/${BIG}.bin`, file: join(folder, `${direction}.bin`) };
	const seconds: Samples = { ours: [], httpRequest: [], undici: [], curl: [] };
	const growth = { ours: [] as number[], httpRequest: [] as number[] };
	for (const contender of ['ours', 'httpRequest'] as const) {
		await nodes[contender](SMALL);
		for (let n = 0; n < TIMES; n++) {
			const peak = await peakGrowth(n8n.pid, () => nodes[contender](BIG));
			growth[contender].push(peak.growth / MEGABYTE);
			seconds[contender].push(peak.result);
			seconds.undici.push(await byUndici(node, direction, transfer));
			seconds.curl.push(await byCurl(direction, transfer));
		}
	}
	return [memoryFigure(growth), speedFigure(seconds)];
}

function memoryFigure(growth: Pick<Samples, 'ours' | 'httpRequest'>): Measured {
	const ours = median(growth.ours);
	return {
		what: 'peak memory of n8n above the state before, median of 3',
		unit: 'MB',
		ours,
		samples: growth.ours,
		peers: { 'HTTP Request node, at most': Math.max(...growth.httpRequest) },
		goal: { says: `<= ${MOST_GROWTH_MB} MB`, met: ours <= MOST_GROWTH_MB },
	};
}

function speedFigure(seconds: Samples): Measured {
	const speed = (values: readonly number[]) => BIG / MEGABYTE / median(values);
	const [ours, undici] = [speed(seconds.ours), speed(seconds.undici)];
	return {
		what: 'throughput, median of 3',
		unit: 'MB/s',
		ours,
		samples: seconds.ours.map((value) => BIG / MEGABYTE / value),
		peers: {
			'undici in plain Node': undici,
			curl: speed(seconds.curl),
			'HTTP Request node': speed(seconds.httpRequest),
		},
		goal: { says: '>= 80 % of undici', met: ours >= LEAST_SHARE * undici },
	};
}
