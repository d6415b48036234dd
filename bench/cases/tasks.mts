import { aiApp, TRIGGER, type BenchNode } from '../setting/workflow.mts';

/** The name of the node in `runBigFile`. */
export const RUN = 'Run';

/** App: Run of the app that makes a file of 1 MB without any computing, Wait for Result. */
export function runBigFile(more: BenchNode['parameters']): BenchNode {
	return aiApp(RUN, TRIGGER, {
		...{ resource: 'app', operation: 'run', specifyInputs: 'json' },
		appId: { __rl: true, mode: 'id', value: '57101' },
		inputsJson: JSON.stringify({ '1:File.bytes': 1024 ** 2 }),
		...{ waitMode: 'poll', downloadFiles: false, simplify: true, options: {} },
		...more,
	});
}
