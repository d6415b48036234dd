import { readFileSync } from 'node:fs';
import type { OutputSchema } from '../outputSchema.mts';

/** docs/reference.md describes the fields of items, and the schemas that n8n shows contain them. */

const reference = readFileSync('docs/reference.md', 'utf8');
const TASK = ['Task fields', 'Failed items'];
const STOPPED = ['Stopped tasks'];
/** The table that both operations share. */
const MODEL = ['Model: Get Task'];
/** Fields that items of Model: Run don't have. */
const NOT_OF_RUN = [
	...['details.app_id', 'details.billed_seconds', 'details.variation'],
	'error_message',
];

/** The sections with the fields of an operation. Accounts have the service's own fields. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
	'v1.0.0': [...TASK, 'AI App Trigger'],
	'v1.0.0/app/checkInputs': ['App: Check Inputs', 'App: Get'],
	'v1.0.0/app/get': ['App: Get'],
	'v1.0.0/app/run': TASK,
	'v1.0.0/file/upload': ['File: Upload'],
	'v1.0.0/model/getTask': MODEL,
	'v1.0.0/model/run': [...MODEL, 'Failed items'],
	'v1.0.0/task/cancel': STOPPED,
	'v1.0.0/task/getOutputs': TASK,
	'v1.0.0/task/getStatus': TASK,
	'v1.0.0/task/interrupt': STOPPED,
	'v1.0.0/task/stop': STOPPED,
	'v1.0.0/task/wait': TASK,
};

it.each(Object.entries(SECTIONS))('the fields of %s are described', (file, sections) => {
	const described = new Set(sections.flatMap(fieldsOfSection).map(({ path }) => path));
	const text = sections.map(textOfSection).join('\n');

	const missing = pathsIn(schemaOf(file)).filter(
		(path) => !described.has(path) && !text.includes(`\`${path}\``),
	);
	expect(missing).toEqual([]);
});

it.each([
	['app/run', TASK, [], 30],
	['model/getTask', MODEL, [], 13],
	['model/run', [...MODEL, 'Failed items'], NOT_OF_RUN, 19],
])(
	'the fields that are described for the items of %s are in its schema',
	(file, sections, not, most) => {
		const paths = new Set(pathsIn(schemaOf(`v1.0.0/${file}`)));
		const described = sections
			.flatMap(fieldsOfSection)
			.filter(({ path, row }) => !row.includes('AI tool only') && !not.includes(path));

		expect(described.length).toBeGreaterThanOrEqual(most);
		expect(described.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
	},
);

it('a field that is not described is found', () => {
	const schema = { type: 'object', properties: { details: { type: 'object', properties: {} } } };

	expect(pathsIn(schema)).toEqual(['details']);
	expect(fieldsOfSection('Stopped tasks').map(({ path }) => path)).toEqual([
		'request_id',
		'result',
		'previous_status',
	]);
});

function schemaOf(file: string): OutputSchema {
	return JSON.parse(readFileSync(`nodes/AiApp/__schema__/${file}.json`, 'utf8')) as OutputSchema;
}

/** The fields with values; `file` has those of an output. */
function pathsIn({ properties = {} }: OutputSchema): string[] {
	return Object.entries(properties).flatMap(([name, member]) => {
		const inside = pathsIn(member.items ?? member);
		if (inside.length === 0 || name === 'file') return [name];
		return inside.map((path) => `${name}.${path}`);
	});
}

function textOfSection(heading: string): string {
	const [, after = ''] = reference.split(new RegExp(`^#+ ${heading}$`, 'm'));
	return after.split(/^#+ /m)[0] ?? '';
}

/** What the first cells of the section's tables name, without the signs for lists. */
function fieldsOfSection(heading: string) {
	const rows = textOfSection(heading)
		.split('\n')
		.filter((row) => row.startsWith('| `'));
	const fields = rows.flatMap((row) => {
		const [, cell = ''] = row.split('|');
		const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
		return names.map((name) => ({ path: name.replaceAll('[]', ''), row }));
	});
	return fields.filter(({ path }) => !fields.some((other) => other.path.startsWith(`${path}.`)));
}
