import { example, guides, tableOf } from '../readme/readme.mts';
import { readWorkflows } from './example.mts';

/** The guide and the example have the same SQL. */

const nodes = readWorkflows('workflows')
	.filter(([file]) => file === 'work-through-a-queue-create.json')
	.flatMap(([, workflow]) => workflow.nodes);

function queryOf(name: string): string {
	return `${String(nodes.find((node) => node.name === name)?.parameters['query'])};\n`;
}

test('the guide to the work queue shows the table and the claim of the example', () => {
	expect(example('queueTable')).toBe(queryOf('Create Table'));
	expect(example('queueClaim')).toBe(queryOf('Claim Jobs'));
});

test('it explains all states that the table allows', () => {
	const [, allowed = ''] = /CHECK \(state IN \((.*?)\)\)/.exec(example('queueTable')) ?? [];

	const explained = tableOf('States', guides['work-queue']).map(([state]) => state);
	expect(explained).toEqual(allowed.split(', ').map((state) => state.replaceAll("'", '`')));
});
