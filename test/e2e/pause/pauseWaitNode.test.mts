import axios from 'axios';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import { waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	after,
	chain,
	items,
	pausingRun,
	start,
	type NodeDraft,
} from '../stage/pauseWorkflows.mts';
import { beginPaused, ended, latestCallbackUrl, LONG_MS } from '../stage/pausing.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

/** n8n's proof in the URL is the same for the whole execution (docs/development/decisions/017). */

const KEY = { name: 'x-approval', value: 'of-the-approver' };

let stage: TestStage;
let headerAuth: Credential;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	const draft = { name: 'Approver', type: 'httpHeaderAuth', data: KEY };
	headerAuth = await saveCredential(stage.rest, draft);
});

afterAll(() => stage?.close());

function approval(more: Partial<NodeDraft> = {}): NodeDraft {
	return {
		name: 'Approval',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		webhookId: 'aaaaaaaa-0000-4000-8000-000000000001',
		...more,
		parameters: { resume: 'webhook', httpMethod: 'POST', options: {}, ...more.parameters },
	};
}

/** Runs a workflow to its Wait node, and sends it the callback of the task before it. */
async function callBackAgainAt(waitNode: NodeDraft) {
	stage.emulator.reset();
	stage.emulator.plan({ runningMs: LONG_MS });
	const nodes = [start, items(1), pausingRun('Run App'), waitNode, after('Pay out')];
	const id = await beginPaused(stage, chain('Approve', ...nodes));
	await stage.emulator.clock.advance(LONG_MS);
	await waitUntil(
		'the execution to pause at the Wait node',
		async () => {
			const { status, runs } = await waitForExecution(stage.rest, id, 60_000);
			return (status === 'waiting' && 'Approval' in runs) || undefined;
		},
		{ timeoutMs: 120_000 },
	);
	const url = latestCallbackUrl(stage);
	url.pathname = url.pathname.replace(/\/ai-app-task$/, '');
	const call = async (headers = {}) =>
		(await axios.post(url.href, {}, { headers, validateStatus: () => true })).status;
	return { id, call };
}

test('the callback URL of a pause resumes a later Wait node without authentication', async () => {
	const { id, call } = await callBackAgainAt(approval());

	expect(await call()).toBe(200);

	expect((await ended(stage, id)).runs).toHaveProperty('Pay out');
});

test('a Wait node with its own authentication stays paused', async () => {
	const { id: credentialId, name } = headerAuth;
	const guarded = approval({
		parameters: { incomingAuthentication: 'headerAuth' },
		credentials: { httpHeaderAuth: { id: credentialId, name } },
	});
	const { id, call } = await callBackAgainAt(guarded);

	expect(await call()).toBeGreaterThanOrEqual(401);
	expect((await waitForExecution(stage.rest, id, 60_000)).status).toBe('waiting');

	expect(await call({ [KEY.name]: KEY.value })).toBe(200);
	expect((await ended(stage, id)).runs).toHaveProperty('Pay out');
});
