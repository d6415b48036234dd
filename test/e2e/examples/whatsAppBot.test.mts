import { itemsOf, waitForExecution, type Execution } from '../../../scripts/n8n/executions.mts';
import {
	createWorkflow,
	type Workflow,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { jsonOf } from '../stage/pausing.mts';
import { standIn } from '../stage/standIns.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

/**
 * WhatsApp can't be replaced by a server of ours: the trigger has pinned data, and Code nodes take what
 * would be sent.
 */
const TRIGGER = 'Receive Message';
const USER = '15550001';
const STRANGER = '15550002';
const PROMPT = '6:CLIPTextEncode.text';

type Message = { readonly id: string; readonly from?: string; readonly text?: string };

let stage: TestStage;
let example: Workflow;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	const read = await readExample(stage, projectFolder, 'generate-pictures-in-a-whatsapp-bot.json');
	const nodes = read.nodes.map((node) => atWhatsApp(withUser(node)));
	example = { ...read, nodes };
	workflow = await createWorkflow(stage.rest, example);
});

beforeEach(() => stage.emulator.reset());

afterAll(() => stage?.close());

function withUser(node: WorkflowNode): WorkflowNode {
	const parameters = JSON.stringify(node.parameters).replace("['0']", `['${USER}']`);
	return { ...node, parameters: JSON.parse(parameters) as WorkflowNode['parameters'] };
}

function atWhatsApp(node: WorkflowNode): WorkflowNode {
	if (node.type !== 'n8n-nodes-base.whatsApp') return node;
	const { phoneNumberId, recipientPhoneNumber, textBody, mediaLink } = node.parameters;
	const sending = { from: phoneNumberId, to: recipientPhoneNumber, text: textBody, mediaLink };
	return standIn(node, JSON.parse(JSON.stringify(sending)) as object as typeof sending, '{}');
}

/** What the trigger returns for a message (n8n's types.ts), or for a picture without a text. */
function arrived({ id, from = USER, text }: Message) {
	const metadata = { display_phone_number: '1555', phone_number_id: '42' };
	const content = text === undefined ? { type: 'image' } : { type: 'text', text: { body: text } };
	return { json: { metadata, messages: [{ id, from, ...content }], field: 'messages' } };
}

async function receive(...messages: readonly Message[]): Promise<Execution> {
	const pinData = { [TRIGGER]: messages.map(arrived) };
	const { executionId } = await stage.rest.call<{ readonly executionId: string }>(
		...(['POST', `/rest/workflows/${(await pinned(pinData)).id}/run`] as const),
		{ triggerToStartFrom: { name: TRIGGER } },
	);
	const execution = await waitForExecution(stage.rest, executionId, 120_000);
	expect(execution.error).toBeUndefined();
	return execution;
}

/** The stored workflow with other pinned data: what n8n remembers of messages belongs to its ID. */
async function pinned(pinData: object): Promise<StoredWorkflow> {
	const { id, versionId } = workflow;
	const change = { ...example, pinData, versionId };
	workflow = await stage.rest.call('PATCH', `/rest/workflows/${id}`, change);
	return workflow;
}

const sentBy = (execution: Execution, node: string) =>
	jsonOf(execution, node).map(({ sent }) => sent);

test('messages become pictures, and each goes to its sender as a URL', async () => {
	const execution = await receive(
		{ id: 'a1', text: 'A red fox' },
		{ id: 'a2', from: STRANGER, text: 'Anything' },
		{ id: 'a3', text: 'A heron' },
		{ id: 'a4' },
	);

	const prompts = stage.emulator.tasks().map(({ inputValues }) => inputValues[PROMPT]);
	expect(prompts.toSorted()).toEqual(['A heron', 'A red fox']);
	const notice = { from: '42', to: USER, text: 'Your picture is on its way.' };
	expect(sentBy(execution, 'Send Progress')).toEqual([notice, notice]);
	expect(sentBy(execution, 'Send Picture')).toEqual(
		itemsOf(execution, 'Generate Picture').map(({ json }) => ({
			...{ from: '42', to: USER, mediaLink: json['url'] },
		})),
	);
	expect(stage.emulator.requests().some(({ operation }) => operation === 'download')).toBe(false);
});

test('a message that arrives twice is paid once', async () => {
	await receive({ id: 'b1', text: 'A red fox' });

	const again = await receive({ id: 'b1', text: 'A red fox' });

	expect(stage.emulator.tasks()).toHaveLength(1);
	expect(again.runs['Generate Picture']).toBeUndefined();
});

test('a stranger starts nothing that costs', async () => {
	await receive({ id: 'c1', from: STRANGER, text: 'A red fox' });

	expect(stage.emulator.tasks()).toEqual([]);
});

test('the reason why a task failed is sent as a text', async () => {
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	const execution = await receive({ id: 'd1', text: 'A red fox' });

	expect(sentBy(execution, 'Send Reason')).toEqual([
		{ from: '42', to: USER, text: expect.stringContaining('Out of paint') },
	]);
	expect(execution.runs['Send Picture']).toBeUndefined();
});
