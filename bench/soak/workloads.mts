import type { Workflow } from '../../scripts/n8n/workflows.mts';
import { chain, start, type NodeDraft } from '../../scripts/stage/workflows.mts';
import { aiApp, runApp, withItems } from '../setting/nodes.mts';

/** One kind of work, and its expected end. */
export type Workload = {
	readonly workflow: Workflow;
	/** How many tasks one execution creates. */
	readonly creates: number;
	readonly endsAs: 'success' | 'error' | 'canceled';
};

/** The apps of the emulator for tasks that succeed, that fail, and that run forever. */
export const APPS = { good: 57101, failing: 57103, endless: 54663 } as const;

/** What a user's n8n does on a mixed day, one workflow each. */
export function workloads(
	callbackUrl: string,
	storageUrl: string,
): Readonly<Record<string, Workload>> {
	const good = (more: object) => runApp(APPS.good, { '1:File.bytes': 200_000 }, more);
	const failing = runApp(APPS.failing, { '2:Melody.text': 'cab' });
	// The task is created with the id of its execution.
	const endless = runApp(APPS.endless, '={{ { "6:CLIPTextEncode.text": "of " + $execution.id } }}');
	const upload = aiApp('Upload', {
		...{ resource: 'file', operation: 'upload', fileSource: 'url', options: {} },
		fileUrl: `${storageUrl}/samples/landscape.png`,
	});
	return {
		'poll with files': work(2, 'success', good({ downloadFiles: true })),
		'pause until callback': work(2, 'success', good({ waitMode: 'pause' })),
		'call the trigger': work(2, 'success', good({ waitMode: 'callback', callbackUrl })),
		'keep the connection open': work(2, 'success', good({ waitMode: 'keepOpen' })),
		upload: work(0, 'success', upload),
		'task that fails': work(2, 'error', failing),
		'stop while polling': work(2, 'canceled', endless),
	};
}

function work(creates: number, endsAs: Workload['endsAs'], node: NodeDraft): Workload {
	const workflow = withItems(Math.max(creates, 1), chain(endsAs, start, node));
	return { workflow, creates, endsAs };
}
