import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { nodes, parameters } from '../../nodes/descriptors.mts';
import { n8nFolder } from '../stage/testStage.mts';

/** n8n describes nodes with these types to the language model that builds workflows. */
type WorkflowSdk = { readonly generateNodeTypeFile: (node: INodeTypeDescription) => string };

const requireOfN8n = createRequire(join(n8nFolder, 'package.json'));
const { generateNodeTypeFile } = requireOfN8n('@n8n/workflow-sdk') as WorkflowSdk;

const types = nodes.map((node) => generateNodeTypeFile(node)).join('\n');

it('the types that n8n makes of the nodes contain all hints, as they are written', () => {
	const hints = [
		...parameters.flatMap(({ property }) => property.builderHint?.propertyHint ?? []),
		...nodes.flatMap(({ builderHint }) => builderHint?.searchHint ?? []),
	];

	expect(hints.length).toBeGreaterThan(10);
	expect(hints.filter((hint) => !types.includes(`@builderHint ${hint}`))).toEqual([]);
});

it('they offer the values that the node accepts', () => {
	expect(types).toContain("mode: 'list' | 'id' | 'url'");
	expect(types).toMatch(/waitMode\??: 'keepOpen' \| 'pause' \| 'none' \| 'callback' \| 'poll'/);
});
