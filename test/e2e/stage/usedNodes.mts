import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../scripts/n8n/workflows.mts';

/** Of workflows that tests write themselves. */
const OF_TESTS = [
	'n8n-nodes-ai-app-tasks.aiApp',
	'n8n-nodes-ai-app-tasks.aiAppTrigger',
	'n8n-nodes-base.executeWorkflow',
	'n8n-nodes-base.executeWorkflowTrigger',
	'n8n-nodes-base.merge',
	'n8n-nodes-base.readWriteFile',
	'n8n-nodes-base.splitInBatches',
	'n8n-nodes-base.spreadsheetFile',
	'n8n-nodes-base.wait',
];

/** The types of node that tests and examples use. */
export function usedNodes(projectFolder: string): readonly string[] {
	const folder = join(projectFolder, 'workflows');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	const examples = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
	const ofExamples = examples.flatMap(({ nodes }: Workflow) => nodes.map(({ type }) => type));
	return [...new Set([...OF_TESTS, ...ofExamples])];
}
