import { readFileSync } from 'node:fs';
import { choices, parameters } from '../nodes/descriptors.mts';
import { reference, userPages } from '../readme/readme.mts';
import { unknownNames, wrongRows, wrongSentences } from './facts.mts';

const NAMES_OF_N8N =
	'Accepted File Types, AI Agent, AI App, AI App API, AI App Trigger, Aggregate, Approve and Disapprove, Basic LLM Chain, Body Content Type, By ID, By URL, Chat Trigger, Combine By, Custom Form, Download Images/Files, Edit Fields, Edit Image, Error Trigger, Execute Workflow, Execution: Get, File Path and Name, From AI App, From List, Google Drive, HTTP Request, Input Data Field Name, Keep Known Senders, Keep New Messages, Include Execution Details, MCP Server Trigger, Map Automatically, Map Each Column Manually, Mapping Column Mode, On Error, Production URL, Query Parameters, Read/Write Files from Disk, Refresh Input List, Remove All Inputs, Remove Duplicates, Respond to Webhook, Response Mode, Response Type, Restrict to User IDs, Retry On Fail, Save Files (Replace Me), Send Body, Send Email, Send and Wait for Response, Set Manually, Stop Workflow, Strip Binary Data, Test URL, Tool Description, Upload to YouTube, Webhook URLs, When Executed by Another Workflow, Write File to Disk, Write Page';

/** What a page says of a constant, which has `{}` of these units. */
const CONSTANTS = [
	[
		'guides/self-hosting',
		'processes {} at a time',
		'nodes/AiApp/trigger/receive',
		'MOST_AT_ONCE',
		1,
	],
	[
		'guides/self-hosting',
		'up to {} seconds.',
		'client/resilience/timeLimits',
		'CALLBACK_BUDGET_MS',
		1e3,
	],
	['guides/self-hosting', '| {}. More are', 'nodes/AiApp/actions/paidWork', 'MOST_WORKS', 1],
	['guides/self-hosting', 'At most {} values', 'client/parsing/bounds', 'MAX_VALUES', 1],
	['guides/self-hosting', '| {}. With', 'client/api/taskOutputs', 'MAX_OUTPUTS', 1],
	['guides/self-hosting', '{} hours together', 'client/resilience/timeLimits', 'TRANSFER_HOURS', 1],
	['guides/costs-and-retries', 'last {} minutes', 'nodes/AiApp/memory/spending', 'COUNTED_MS', 6e4],
	['guides/inputs', 'at {} inputs', 'nodes/AiApp/form/shownFields', 'MAX_FIELDS', 1],
	['guides/inputs', 'than {} choices', 'nodes/AiApp/form/shownFields', 'MAX_LISTED_CHOICES', 1],
	['guides/waiting', 'up to {} seconds at', 'client/resilience/timeLimits', 'MAX_POLL_MS', 1e3],
	['reference', 'up to {} IDs', 'nodes/AiApp/parameters/requestIds', 'MOST_IDS', 1],
	['reference', 'after {} bytes', 'client/parsing/fileNames', 'MAX_BYTES', 1],
	['reference', 'than {} files', 'nodes/AiApp/io/items/taskItems', 'MOST_ITEMS', 1],
	['reference', 'the last {}', 'client/tasks/pastTasks', 'MAX_TASKS', 1],
] as const;

const named = parameters.map(({ property }) => property);
const operations = named.filter(({ name }) => name === 'operation');
const known = new Set([
	...NAMES_OF_N8N.split(', '),
	...named.flatMap(({ displayName }) => [displayName, displayName.replace(/ \(.*/, '')]),
	...choices.map(({ choice }) => choice.name),
	...operations.flatMap(({ displayOptions, options = [] }) => {
		const [letter = '', ...letters] = String(displayOptions?.show?.['resource']?.[0]);
		return options.map(({ name }) => `${letter.toUpperCase()}${letters.join('')}: ${name}`);
	}),
]);
const isOperation = (row: string) =>
	choices.some(({ choice }) => row.startsWith(`| ${choice.name} \`${String(choice.value)}\` |`));
const text = userPages.join('\n').replace(/^```[^]*?^```/gm, '');
const [tables = ''] = reference.split('## The JSON of a workflow');

it('names of parameters, choices and operations are those of the panels', () => {
	expect(unknownNames(text, known)).toEqual([]);
});

it('the defaults and ranges of parameters are those of the panels', () => {
	expect(wrongRows(tables, named).filter((row) => !isOperation(row))).toEqual([]);
	expect(wrongSentences(text, named)).toEqual([]);
});

it('constants have the values that the pages say', () => {
	const wrong = CONSTANTS.filter(([page, words, file, name, unit]) => {
		const [, value = ''] =
			RegExp(`const ${name} = ([\\d_ *]+);`).exec(readFileSync(`${file}.ts`, 'utf8')) ?? [];
		const number = value
			.split('*')
			.reduce((product, each) => product * Number(each.replaceAll('_', '')), 1);

		const shown = words.replace('{}', (number / unit).toLocaleString('en'));
		return !readFileSync(`docs/${page}.md`, 'utf8').includes(shown);
	});

	expect(wrong).toEqual([]);
});

it('commands are scripts of the package', () => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
	const pages = [
		...userPages,
		...['.github/CONTRIBUTING.md', '.github/SECURITY.md', 'AGENTS.md'].map((path) =>
			readFileSync(path, 'utf8'),
		),
	];
	const commands = [...pages.join('\n').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);

	expect(commands.length).toBeGreaterThan(10);
	expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it('SECURITY.md counts the rules', () => {
	const rules = JSON.parse(readFileSync('scripts/rules.json', 'utf8')) as readonly object[];

	expect(readFileSync('.github/SECURITY.md', 'utf8')).toContain(
		`the ${rules.length} most important rules`,
	);
});
