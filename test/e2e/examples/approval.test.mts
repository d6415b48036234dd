import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { countExecutions, executionIds, itemsOf } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import {
	APPROVER,
	click,
	nextMail,
	openApprovals,
	showMail,
	type Approvals,
	type Request,
} from '../stage/approvals.mts';
import { openChromium } from '../stage/chromium.mts';
import { startMailServer, type MailServer } from '../stage/mailServer.mts';
import { ended } from '../stage/pausing.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

const CAPTION = '9:Caption.text';

let stage: TestStage;
let mailServer: MailServer;
let browser: Browser;

beforeAll(async () => {
	[stage, mailServer, browser] = await Promise.all([
		openTestStage(QUICK_TASKS),
		startMailServer(),
		openChromium(),
	]);
});

afterAll(async () => {
	await browser?.close();
	await stage?.close();
	await mailServer?.close();
});

/** Sends a request that needs an approval; returns the email about it. */
async function ask(approvals: Approvals, more: Partial<Request> = {}) {
	const [before, email] = [[...mailServer.mails], `${randomUUID()}@example.com`];
	await approvals.request({ email, caption: 'A red fox', ...more });
	const mail = await nextMail(mailServer, APPROVER, before);
	await waitUntil(
		'the execution to be paused',
		async () => (await countExecutions(stage.rest, approvals.workflow, 'waiting')) || undefined,
		{ timeoutMs: 60_000 },
	);
	return { email, mail, shown: await showMail(browser, mail) };
}

/** The finished execution that was started last. */
async function end({ workflow }: Approvals) {
	const [id = ''] = await executionIds(stage.rest, workflow);
	const execution = await ended(stage, id);
	expect(execution.error).toBeUndefined();
	return execution;
}

const created = () => stage.emulator.tasks().length;
/** An address that no mail program makes a link of. */
const spaced = (email: string) => email.replace('@', '@ ').replace(/\.(?=[a-z])/g, '. ');

test('exactly the approved values are sent, once, although the approver clicks twice', async () => {
	const approvals = await openApprovals(stage, mailServer, withChangingCaption);
	const { email, shown } = await ask(approvals);
	expect(created()).toBe(0);
	expect(shown.lines).toEqual([
		'App: Caption a Picture (57102)',
		'',
		`The image goes to: ${spaced(email)}`,
		'',
		expect.stringMatching(/^Picture: file photo\. png \(\d+ bytes\)$/),
		'',
		expect.stringMatching(/^Caption: A red fox 0\.\d+$/),
		'',
		'Place: top',
		'',
		"n8n hasn't seen a finished task of this app yet. It doesn't know what one costs.",
		'',
		'Line breaks are shown as spaces. Web addresses contain extra spaces.',
	]);
	expect(Object.keys(shown.links)).toEqual(['Decline', 'Approve and pay']);

	const approve = () => click(browser, shown.links['Approve and pay']);
	const answers = await Promise.all([approve(), approve()]);

	expect(answers.filter((answer) => answer.includes('Got it, thanks'))).not.toEqual([]);
	const { files } = await nextMail(mailServer, email);
	expect(await decodePicture(files[0] ?? Buffer.of())).toMatchObject({ width: 60, height: 40 });
	await end(approvals);
	expect(await approve()).toContain('No action required');
	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(shown.lines).toContain(`Caption: ${task?.inputValues[CAPTION]}`);
	expect(task?.inputValues).toEqual({
		'4:LoadImage.image': expect.stringContaining(`${stage.emulator.storageUrl}/`),
		[CAPTION]: expect.any(String),
		'9:Caption.place': 'top',
	});
});

/** With a caption that is another one each time it is evaluated. */
function withChangingCaption(node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Check Inputs') return node;
	const text = '$json.Caption :';
	const changing = "$json.Caption + ' ' + Math.random() :";
	expect(JSON.stringify(node.parameters)).toContain(text);
	const parameters = JSON.parse(JSON.stringify(node.parameters).replace(text, changing)) as object;
	return { ...node, parameters: { ...parameters } };
}

/** Executes the workflow to its end; nobody but the approver gets an email on the way. */
async function endWithoutMail(approvals: Approvals, before: number) {
	const execution = await end(approvals);
	expect(mailServer.mails.slice(before).filter(({ to }) => to !== APPROVER)).toEqual([]);
	return execution;
}

test('a request that is declined creates nothing and sends its visitor no email', async () => {
	const approvals = await openApprovals(stage, mailServer);
	const [paid, mails] = [created(), mailServer.mails.length];
	const { shown } = await ask(approvals);
	expect(shown.lines).toContainEqual(
		expect.stringMatching(/^Billed seconds of earlier tasks \(1 seen\): median \d/),
	);

	await click(browser, shown.links['Decline']);

	await endWithoutMail(approvals, mails);
	await click(browser, shown.links['Approve and pay']);
	expect(created()).toBe(paid);
});

const WRONG: ReadonlyArray<Partial<Request>> = [
	{ place: 'middle' },
	{ email: 'one@example.com, two@example.com' },
	{ email: 'one@example.com\ntwo@example.com' },
	{ email: 'Boss <one@example.com>' },
	{ email: '"one two"@example.com' },
	{ email: 'one' },
];

test('a request with a wrong value, or without exactly one plain address, sends no email at all', async () => {
	const approvals = await openApprovals(stage, mailServer);
	const [paid, mails] = [created(), mailServer.mails.length];

	const usual = { email: 'one@example.com', caption: 'A red fox' };
	await Promise.all(WRONG.map((wrong) => approvals.request({ ...usual, ...wrong })));

	const ids = await waitUntil(
		'all executions',
		async () => {
			const begun = await executionIds(stage.rest, approvals.workflow);
			return begun.length === WRONG.length ? begun : undefined;
		},
		{ timeoutMs: 60_000 },
	);
	const executions = await Promise.all(ids.map((id) => ended(stage, id)));
	expect(executions.filter(({ error }) => error)).toEqual([]);
	const valid = executions.map((each) => itemsOf(each, 'Check Inputs')[0]?.json['valid']);
	expect(valid.toSorted()).toEqual([false, true, true, true, true, true]);
	expect(mailServer.mails).toHaveLength(mails);
	expect(created()).toBe(paid);
});

test('a task that fails after its approval is explained to its visitor', async () => {
	const approvals = await openApprovals(stage, mailServer);
	const { email, shown } = await ask(approvals);
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	await click(browser, shown.links['Approve and pay']);

	const { text } = await nextMail(mailServer, email);
	expect(text).toMatch(/Out of paint[^]*You may be charged\./);
	await end(approvals);
});

test('a request that nobody answers creates nothing and sends its visitor no email', async () => {
	const approvals = await openApprovals(stage, mailServer, withShortLimit);
	const [paid, mails] = [created(), mailServer.mails.length];

	await ask(approvals);

	await endWithoutMail(approvals, mails);
	expect(created()).toBe(paid);
});

/** n8n checks for limits that have passed once a minute. */
function withShortLimit(node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Ask for Approval') return node;
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const options = { appendAttribution: false, limitWaitTime: { values } };
	return { ...node, parameters: { ...node.parameters, options } };
}

const HOSTILE = [
	'</p><a href="https://evil.example/a">Approve and pay</a><img src="https://evil.example/b">',
	'&lt;b&gt;bold&lt;/b&gt; &amp;lt;i&amp;gt; \\n\\nPlace: nowhere',
	'Cost: 0\u2028Free\u202e of charge. www.evil.example boss@evil.example //evil.example a.b',
].join('\r\n');

test('a hostile request adds no HTML, no line and no link to the email', async () => {
	const approvals = await openApprovals(stage, mailServer);
	const { mail, shown } = await ask(approvals, { caption: HOSTILE });

	expect(shown.elements).toEqual([]);
	expect(mail.html).not.toContain('<img');
	const urls = Object.values(shown.links).map((link) => new URL(link).origin);
	expect(urls).toEqual([stage.n8n.url, stage.n8n.url]);
	expect(shown.lines.slice(5, 9)).toEqual([
		'',
		[
			'Caption: </p><a href="https: / /evil. example/a">Approve and pay</a>',
			'<img src="https: / /evil. example/b"> &lt;b&gt;bold&lt;/b&gt; &amp;lt;i&amp;gt;',
			' \\n\\nPlace: nowhere Cost: 0 Free of charge. www. evil. example',
			' boss@ evil. example / /evil. example a. b',
		].join(''),
		'',
		'Place: top',
	]);

	const before = created();
	await click(browser, shown.links['Approve and pay']);
	await end(approvals);
	const [task, ...others] = stage.emulator.tasks().slice(before);
	expect(others).toEqual([]);
	expect(task?.inputValues[CAPTION]).toBe(HOSTILE);
});
