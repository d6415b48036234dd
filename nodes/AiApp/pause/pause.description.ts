import type { IWebhookDescription } from 'n8n-workflow';
import { maxWaitPaused } from '../parameters/waitOptions';

/** A suffix of the resume URL, so that a late callback cannot resume a Wait node of the same workflow. */
export const CALLBACK_PATH = 'ai-app-task';

/** Resumes an execution that is paused at this node; n8n answers 200 as soon as it resumes. */
export const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: CALLBACK_PATH,
		restartWebhook: true,
	},
];

const SHOWN_IDS = 5;

/**
 * The URL that n8n keeps with a paused node. All that the editor gives to the tooltip is this text,
 * so it ends with the request IDs, as a fragment that no caller would send.
 */
export function withRequestIds(resumeUrl: string, requestIds: readonly string[]): string {
	const more = requestIds.length - SHOWN_IDS;
	const shown = requestIds.slice(0, SHOWN_IDS).join(', ');
	return `${resumeUrl}#${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const REQUEST_IDS = '((ids) => ids ? ": " + ids : "")(String($execution.resumeUrl).split("#")[1])';

/**
 * The max wait time in the tooltip. It's left out if it isn't a plain number, because expressions
 * have no value at this time.
 */
const LIMIT = `((minutes) => minutes > 0 ? ", or after " + minutes + " minutes" : "")(
	Number($parameter.toJSON().options?.${maxWaitPaused.name} ?? ${maxWaitPaused.default})
)`;

/** What the editor shows at a paused node, as text on the canvas and in place of its output. */
export const waitingNodeTooltip = `=Execution will continue when all tasks are finished{{ ${LIMIT} }}. If you stop it, its tasks keep running at your cost, and their request IDs disappear from here. To check or stop them later, copy the IDs first, and use Task: Get Status or Task: Stop in another workflow{{ ${REQUEST_IDS} }}`;
