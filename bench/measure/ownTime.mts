import { startInspector, type Inspector, type Inspected } from './inspector.mts';

type Profile = {
	readonly nodes: ReadonlyArray<{
		readonly id: number;
		readonly callFrame: { readonly url: string };
	}>;
	readonly samples: readonly number[];
	/** Microseconds before each sample. */
	readonly timeDeltas: readonly number[];
};

const SAMPLE_EVERY_MICROSECONDS = 200;

/**
 * The milliseconds that a process spends in files of a package itself, not in functions they call,
 * during the work.
 */
export async function ownTimeDuring(
	inspected: Inspected,
	packageName: string,
	work: () => Promise<unknown>,
): Promise<number> {
	const inspector = await startInspector(inspected);
	try {
		return selfTime(await profileOf(inspector, work), packageName);
	} finally {
		inspector.close();
	}
}

async function profileOf(inspector: Inspector, work: () => Promise<unknown>): Promise<Profile> {
	await inspector.ask('Profiler.enable');
	await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
	await inspector.ask('Profiler.start');
	await work();
	const { profile } = await inspector.ask<{ readonly profile: Profile }>('Profiler.stop');
	return profile;
}

function selfTime({ nodes, samples, timeDeltas }: Profile, packageName: string): number {
	const inPackage = new Set(
		nodes.filter(({ callFrame }) => callFrame.url.includes(`/${packageName}/`)).map(({ id }) => id),
	);
	const microseconds = samples.reduce(
		(sum, id, index) => sum + (inPackage.has(id) ? (timeDeltas[index] ?? 0) : 0),
		0,
	);
	return microseconds / 1000;
}
