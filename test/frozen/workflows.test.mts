import type { INodeTypeDescription } from 'n8n-workflow';
import { nodes as descriptions } from '../nodes/descriptors.mts';
import { readWorkflows, type Example } from '../workflows/example.mts';
import { unknownParameters } from './savedParameters.mts';

/**
 * The examples as version 1.0 saved them. They are not to follow a change: workflows like these are
 * in the databases of users, and n8n drops what the description of a node doesn't have.
 */
const saved = readWorkflows('test/frozen/workflows');
const PACKAGE = 'n8n-nodes-ai-app-tasks.';

type SavedNode = Example['nodes'][number];

const own = saved.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type }) => type.startsWith(PACKAGE))
		.map((node) => ({ path: `${file} > ${node.name}`, node })),
);

function descriptionOf({ type, typeVersion }: SavedNode): INodeTypeDescription {
	const name = type.replace(PACKAGE, '').replace(/Tool$/, '');
	const found = descriptions.find((each) => each.name === name);
	if (!found || ![found.version].flat().includes(typeVersion)) {
		throw new Error(`There is no ${type} ${typeVersion}.`);
	}
	return found;
}

test('the workflows of version 1.0 are kept', () => {
	expect(saved.length).toBeGreaterThanOrEqual(9);
	expect(new Set(own.map(({ node }) => node.type)).size).toBe(3);
});

test.each(own)('$path has all that it was saved with', ({ node }) => {
	expect(unknownParameters(node, descriptionOf(node))).toEqual([]);
});
