import { readFile } from 'node:fs/promises';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import {
	activateWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { unknownParameters } from '../../frozen/savedParameters.mts';
import { useEditorStage } from '../stage/editorStage.mts';

/** What n8n makes of the files of examples: its editor imports them, and its nodes describe themselves. */

/** Their nodes call Google, Slack and others, which no server of ours can replace. */
const SLACK = 'approve-tasks-in-slack.json';
const FOREIGN = /^(@n8n\/)?n8n-nodes-(base|langchain)\.(?!stickyNote)/;

const shared = useEditorStage();
let descriptions: readonly INodeTypeDescription[];

beforeAll(async () => {
	const answer = await shared.stage.rest.bytes('/types/nodes.json');
	descriptions = JSON.parse(answer.toString('utf8')) as typeof descriptions;
});

function descriptionOf({ type, typeVersion }: WorkflowNode): INodeTypeDescription {
	const found = descriptions.find(
		({ name, version }) => name === type && [version].flat().includes(typeVersion),
	);
	if (!found) throw new Error(`n8n has no ${type} ${typeVersion}.`);
	return found;
}

/** The parameters of a node as n8n completes them: what it doesn't know is left out. */
function completed(node: WorkflowNode) {
	const description = descriptionOf(node);
	const parameters = node.parameters as Parameters<typeof NodeHelpers.getNodeParameters>[1];
	return NodeHelpers.getNodeParameters(
		...([description.properties, parameters, true, false, node, description] as const),
	);
}

const readFileOf = async (file: string) =>
	JSON.parse(await readFile(`workflows/${file}`, 'utf8')) as Workflow;

describe.each([
	['generate-images-from-google-sheets.json', ['documentId', 'documentId', 'documentId']],
	[SLACK, ['channelId', 'channelId']],
	['publish-videos-every-morning.json', []],
	['post-a-carousel-on-instagram.json', []],
	['generate-pictures-in-a-whatsapp-bot.json', []],
	['post-on-linkedin-after-an-approval.json', ['fromEmail', 'person', 'toEmail']],
])('%s', (file, toSelect) => {
	it('has parameters and values that the nodes of n8n have', async () => {
		const nodes = (await readFileOf(file)).nodes.filter(({ type }) => FOREIGN.test(type));

		expect(nodes.length).toBeGreaterThan(3);
		for (const node of nodes) {
			const withDefaults = { ...node, parameters: { ...completed(node), ...node.parameters } };
			const unknown = unknownParameters(withDefaults as never, descriptionOf(node));
			expect([node.name, unknown]).toEqual([node.name, []]);
		}
	});

	it('lacks what users select themselves, and nothing else', async () => {
		const nodes = (await readFileOf(file)).nodes.filter(({ type }) => FOREIGN.test(type));

		const issues = nodes.flatMap((node) => {
			const description = descriptionOf(node);
			const filled = { ...node, parameters: completed(node) };
			const found = NodeHelpers.getNodeParametersIssues(
				...([description.properties, filled as never, description] as const),
			);
			return Object.keys(found?.parameters ?? {});
		});

		expect(issues.toSorted()).toEqual(toSelect);
	});

	it("keeps all of its parameters when n8n's editor imports it", async () => {
		const example = await readFileOf(file);

		const stored = await shared.editor.importFile(file, example);

		const foreign = ({ nodes }: Workflow) =>
			nodes
				.filter(({ type }) => FOREIGN.test(type))
				.map((node) => [node.name, node.typeVersion, completed(node)]);
		expect(foreign(stored)).toEqual(foreign(example));
	});
});

it('a misspelled parameter or value is found', async () => {
	const { nodes } = await readFileOf(SLACK);
	const node = nodes.find(({ name }) => name === 'Ask for Approval') as WorkflowNode;
	const parameters = { ...node.parameters, responseType: 'yesOrNo', mesage: 'x' };

	const unknown = unknownParameters({ ...node, parameters } as never, descriptionOf(node));

	expect(unknown).toEqual(expect.arrayContaining(['responseType: yesOrNo', 'mesage']));
});

test.each([
	['edit-a-photo-through-a-webhook.json', 'Receive Photo', 'path'],
	['generate-images-for-mcp-clients.json', 'MCP Server Trigger', 'path'],
	['generate-an-image-from-a-form.json', 'When Prompt Is Submitted', 'webhookId'],
])(
	'%s gets a URL of its own when it is imported, and needs a credential',
	async (file, name, id) => {
		const example = await readFileOf(file);

		const stored = await shared.editor.importFile(file, example);

		const [saved, imported] = [example, stored].map(({ nodes }) => {
			const node = nodes.find((each) => each.name === name);
			return { ...node?.parameters, webhookId: node?.webhookId } as Record<string, unknown>;
		});
		expect(imported?.[id]).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
		expect(imported?.[id]).not.toBe(saved?.[id]);
		const published = activateWorkflow(shared.stage.rest, stored);
		await expect(published).rejects.toThrow(
			/Missing required credential: http(Header|Bearer|Basic)Auth/,
		);
	},
);
