import { execFileSync } from 'node:child_process';
import type { Measured } from '../report/figure.mts';
import { projectFolder } from '../setting/project.mts';

const MOST_KB = 200;

type Packed = ReadonlyArray<{ readonly size: number; readonly unpackedSize: number }>;

/** What npm would publish of the build, in KB of 1000 bytes. */
export async function measureSize(): Promise<readonly Measured[]> {
	const answer = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: projectFolder,
		encoding: 'utf8',
	});
	const [packed] = JSON.parse(answer) as Packed;
	const unpacked = (packed?.unpackedSize ?? NaN) / 1000;
	return [
		{
			what: 'tarball, unpacked',
			unit: 'KB',
			ours: unpacked,
			goal: { says: `<= ${MOST_KB} KB`, met: unpacked <= MOST_KB },
		},
		{ what: 'tarball, packed', unit: 'KB', ours: (packed?.size ?? NaN) / 1000 },
	];
}
