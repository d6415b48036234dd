import { randomUUID } from 'node:crypto';
import axios from 'axios';
import FormData from 'form-data';
import type { Browser } from 'playwright-core';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { formUrl, readExample } from '../../../scripts/stage/examples.mts';
import { AS_VISITOR } from './forms.mts';
import type { Mail } from './mail.mts';
import type { MailServer } from './mailServer.mts';
import { asFormFile, drawPhoto } from './photos.mts';
import { projectFolder, type TestStage } from './testStage.mts';

const APPROVING = 'approve-tasks-before-you-pay-for-them.json';
export const APPROVER = 'boss@example.com';

/** What a person enters in the form, besides a photo of 60 by 40 pixels. */
export type Request = { readonly email: string; readonly caption: string; readonly place?: string };

export type Approvals = {
	readonly workflow: StoredWorkflow;
	/** Sends the form. */
	request(request: Request): Promise<void>;
};

/** n8n's credential for that mail server. */
export function smtpCredential({ rest }: TestStage, { port }: MailServer) {
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false };
	const draft = { name: 'Mail', type: 'smtp', data: { ...data, disableStartTls: true } };
	return saveCredential(rest, draft);
}

/** A copy of the example, set up as its notes say and published with a form of its own. */
export async function openApprovals(
	stage: TestStage,
	mailServer: MailServer,
	change: (node: WorkflowNode) => WorkflowNode = (node) => node,
): Promise<Approvals> {
	const smtp = await smtpCredential(stage, mailServer);
	const example = await readExample(stage, projectFolder, APPROVING);
	const nodes = example.nodes.map((node) => change(withAddresses(node, smtp)));
	const workflow = await createWorkflow(stage.rest, { ...example, nodes });
	await activateWorkflow(stage.rest, workflow);
	const url = formUrl(stage.n8n.url, workflow) ?? '';
	return { workflow, request: (request) => submit(url, request) };
}

function withAddresses(node: WorkflowNode, smtp: { readonly id: string; readonly name: string }) {
	if (node.type === 'n8n-nodes-base.formTrigger') return { ...node, webhookId: randomUUID() };
	if (node.type !== 'n8n-nodes-base.emailSend') return node;
	const toEmail = node.parameters['toEmail'] || APPROVER;
	const parameters = { ...node.parameters, fromEmail: 'n8n@example.com', toEmail };
	return { ...node, credentials: { smtp }, parameters };
}

async function submit(url: string, { email, caption, place = 'top' }: Request): Promise<void> {
	const photo = await asFormFile(drawPhoto(60, 40), 'image/png');
	const { status, data } = await waitUntil(
		`${url} to be registered`,
		async () => {
			const form = new FormData();
			[email, caption, place].forEach((value, n) => form.append(`field-${n}`, value));
			form.append('field-3', photo.content, { filename: photo.fileName });
			const options = { auth: AS_VISITOR, validateStatus: () => true };
			const answer = await axios.post<unknown>(url, form, options);
			return answer.status === 404 ? undefined : answer;
		},
		{ timeoutMs: 30_000 },
	);
	expect(status).toBe(200);
	// With its token, the sender of a form could approve the request.
	expect(JSON.stringify(data)).not.toContain('signature');
}

/** The first email to an address after those that were received before. */
export function nextMail(
	{ mails }: MailServer,
	to: string,
	before: readonly Mail[] = [],
): Promise<Mail> {
	return waitUntil(
		`an email to ${to}`,
		async () => mails.slice(before.length).find((mail) => mail.to === to),
		{ timeoutMs: 90_000 },
	);
}

/** An email in the browser: its message line by line, its links by their labels. */
export type ShownMail = {
	readonly lines: readonly string[];
	readonly links: Readonly<Record<string, string>>;
	/** The kinds of elements in the message: none, if it is plain text. */
	readonly elements: readonly string[];
};

export async function showMail(browser: Browser, { html }: Mail): Promise<ShownMail> {
	const page = await browser.newPage();
	await page.route('**', (route) => route.abort());
	await page.setContent(html);
	const message = page.locator('p');
	const links = await page
		.locator('a')
		.evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
	const elements = await message
		.locator('*')
		.evaluateAll((all) => all.map(({ tagName }) => tagName));
	const shown = await message.innerText();
	await page.close();
	return { lines: shown.split('\n'), links: Object.fromEntries(links), elements };
}

/** Clicks a link of an email in a browser that n8n doesn't take for a bot; returns what it shows. */
export async function click(browser: Browser, url: string | undefined): Promise<string> {
	const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
	const context = await browser.newContext({ userAgent });
	const page = await context.newPage();
	await page.route(/googleapis|n8n\.io/, (route) => route.abort());
	await page.goto(url ?? '');
	const shown = await page.locator('body').innerText();
	await context.close();
	return shown;
}
