import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { peakGrowth } from '../measure/memory.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { node } from '../setting/project.mts';
import type { Setting } from '../setting/setting.mts';
import { downloaders, type Nodes } from './download.mts';
import { uploaders } from './upload.mts';

const run = promisify(execFile);

const MEGABYTE = 1024 ** 2;
const BIG = 1024 * MEGABYTE;
const SMALL = 10 * MEGABYTE;
const TIMES = 3;
const MOST_GROWTH_MB = 64;
/** Times the speed of HTTP Request, which reads and writes the same store. */
const LEAST_TIMES: Readonly<Record<Direction, number>> = { upload: 1.9, download: 1.5 };
const UNDICI = join(import.meta.dirname, '..', 'contenders', 'undici.mts');

type Direction = 'upload' | 'download';

type Samples = Record<'ours' | 'httpRequest' | 'undici', number[]>;

/** Memory and speed of big files. */
export async function measureTransfer(setting: Setting): Promise<readonly Measured[]> {
	const uploads = await measureDirection(setting, 'upload', await uploaders(setting, [SMALL, BIG]));
	setting.emulator.reset();
	const downloads = await measureDirection(setting, 'download', downloaders(setting));
	return [...uploads, ...downloads];
}

/**
 * Our node runs first: n8n keeps memory that another node has allocated, and existing memory is not
 * counted as growth.
 */
async function measureDirection(
	{ n8n, bytesUrl, folder }: Setting,
	direction: Direction,
	nodes: Nodes,
): Promise<readonly Measured[]> {
	const plain = [UNDICI, direction, `${bytesUrl}/${BIG}.bin`, join(folder, `${direction}.bin`)];
	const seconds: Samples = { ours: [], httpRequest: [], undici: [] };
	const growth = { ours: [] as number[], httpRequest: [] as number[] };
	for (const contender of ['ours', 'httpRequest'] as const) {
		await nodes[contender](SMALL);
		for (let n = 0; n < TIMES; n++) {
			const peak = await peakGrowth(n8n.pid, () => nodes[contender](BIG));
			growth[contender].push(peak.growth / MEGABYTE);
			seconds[contender].push(peak.result);
			seconds.undici.push(Number((await run(node, plain)).stdout));
		}
	}
	return [memoryFigure(direction, growth), speedFigure(direction, seconds)];
}

function memoryFigure(
	direction: Direction,
	growth: Pick<Samples, 'ours' | 'httpRequest'>,
): Measured {
	const ours = median(growth.ours);
	return {
		what: `${direction} of 1 GB: peak memory of n8n above the state before, median of ${TIMES}`,
		unit: 'MB',
		ours,
		peers: { 'HTTP Request node, at most': Math.max(...growth.httpRequest) },
		goal: { says: `<= ${MOST_GROWTH_MB} MB`, met: ours <= MOST_GROWTH_MB },
	};
}

function speedFigure(direction: Direction, seconds: Samples): Measured {
	const speed = (values: readonly number[]) => BIG / MEGABYTE / median(values);
	const [ours, httpRequest] = [speed(seconds.ours), speed(seconds.httpRequest)];
	const least = LEAST_TIMES[direction];
	return {
		what: `${direction} of 1 GB: throughput, median of ${TIMES}`,
		unit: 'MB/s',
		ours,
		peers: { 'undici in plain Node': speed(seconds.undici), 'HTTP Request node': httpRequest },
		goal: { says: `>= ${least}x HTTP Request`, met: ours >= least * httpRequest },
	};
}
