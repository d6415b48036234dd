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

describe('a renamed or removed one is found', () => {
	const run = own.find(({ node }) => node.parameters['waitMode'] === 'callback')?.node as SavedNode;

	it.each([
		['a parameter', { completion: 'poll' }, ['completion']],
		['a choice', { waitMode: 'hold' }, ['waitMode: hold', 'options.taskHeaders', 'callbackUrl']],
		['a resource', { resource: 'job' }, expect.arrayContaining(['resource: job', 'waitMode'])],
		['a parameter of another choice', { downloadFiles: true }, ['downloadFiles']],
		['an option', { options: { onDeadline: 'fail' } }, ['options.onDeadline']],
		[
			'a field of an option',
			{ options: { taskHeaders: { values: [{ key: 'a', value: '' }] } } },
			['options.taskHeaders.values.key'],
		],
		[
			'a group of an option',
			{ options: { taskHeaders: { items: [] } } },
			['options.taskHeaders.items'],
		],
		['a mode', { appId: { __rl: true, mode: 'name', value: 'x' } }, ['appId: mode name']],
	])('%s', (_, changes, unknown) => {
		const changed = { ...run, parameters: { ...run.parameters, ...changes } } as SavedNode;

		expect(unknownParameters(changed, descriptionOf(run))).toEqual(unknown);
	});

	it('a node', () => {
		const renamed = { ...run, type: `${PACKAGE}aiAppRun` };

		expect(() => descriptionOf(renamed)).toThrow('aiAppRun');
	});
});
