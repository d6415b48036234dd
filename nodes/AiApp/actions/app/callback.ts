import type { INodeProperties } from 'n8n-workflow';
import {
	parseHttpUrl,
	say,
	tokenFor,
	type Callback,
	type CallbackHeaders,
} from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import type { ExecutionContext } from '../../execution/context';
import { rowsOf, type Panel } from '../../parameters/readParameter';
import { IF_REACHABLE } from '../../words/ifReachable';
import { inWaitModes } from '../../parameters/waitOptions';

export const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'callbackUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: "e.g. an AI App Trigger's production URL",
	displayOptions: { show: { waitMode: ['callback'] } },
	builderHint: {
		propertyHint:
			"For an AI App Trigger, use its Production URL: the webhook URL of the n8n instance, /webhook/, the trigger's webhook ID and /ai-app-task. Use the host of N8N_WEBHOOK_URL: with localhost in place of 127.0.0.1, for example, the callback token isn't sent and the trigger rejects the callback.",
	},
	description:
		"URL the service sends the result to when the task finishes. To start another workflow, paste the whole URL of its AI App Trigger, up to '/ai-app-task'.",
};

export const taskHeaders: INodeProperties = {
	displayName: 'Task Headers',
	name: 'taskHeaders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Header',
	default: {},
	displayOptions: inWaitModes('callback'),
	description:
		"Custom headers to send with the task. The service returns them in the callback, e.g. to pass an order number. AI App Trigger outputs them only with a 'Callback Token' in the credential.",
	options: [
		{
			displayName: 'Header',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Order-Number',
					description:
						"Name of the header. The node adds the credential's 'Task Header Prefix' if it's missing.",
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/**
 * The headers that tell the service where to send the result of an item's task.
 * @throws AiAppError kind `input` for a header that can't be sent, and for a private URL, such as n8n's
 * own if N8N_WEBHOOK_URL isn't set
 */
export function readCallback(context: ExecutionContext, panel: Panel): CallbackHeaders {
	const url = String(panel.read('callbackUrl', '')).trim();
	const address = parseHttpUrl(url);
	if (address && !context.isReachable(address))
		throw new PanelError(
			say`'Callback URL' looks private (${address.origin})`,
			say`Enter a URL that the service can reach. For a trigger on this n8n instance, set N8N_WEBHOOK_URL to the instance's public URL and copy the production URL again. ${IF_REACHABLE}`,
			'ask',
		);
	const token = readToken(context, url);
	const headers = readHeaders(context, panel);
	return context.client.tasks.callbackHeaders({ url, token, headers });
}

function readToken(context: ExecutionContext, url: string): string | undefined {
	const { addSecret, callbackToken, callbackTokenUrls: allowedUrls, hints } = context;
	if (callbackToken === undefined) return undefined;
	const ownOrigins = readOwnOrigins(context);
	const token = tokenFor(url, { token: callbackToken, ownOrigins, allowedUrls });
	if (token !== undefined) addSecret(token);
	const origin = parseHttpUrl(url)?.origin;
	if (token === undefined && origin)
		hints.add(
			say`The callback token wasn't sent to ${origin}, because that isn't a URL of this n8n instance (${ownOrigins}). An AI App Trigger there rejects the callback. To send the token, add the URL to 'Callback Token URLs' under 'More Settings' in the credential.`,
		);
	return token;
}

/** Where the webhook URLs of this n8n instance begin: production URLs and test URLs. */
function readOwnOrigins({ ctx }: ExecutionContext): string[] {
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const own = [resumeUrl, ctx.getInstanceBaseUrl()].map((url) => parseHttpUrl(url)?.origin ?? '');
	return [...new Set(own)].filter((origin) => origin !== '');
}

type Added = { readonly values?: unknown };

/** n8n leaves out headers of another form, as in a workflow that wasn't made in the editor. */
const NO_HEADER =
	'\'Task Headers\' has no header, so none is sent. Name a header in it, or remove it. In a workflow\'s JSON, the format is {"values": [{"name": "Order-Number", "value": "A-17"}]}.';

function readHeaders({ hints }: ExecutionContext, panel: Panel): Callback['headers'] {
	const added = panel.option({ ...taskHeaders, default: undefined }) as Added | undefined;
	const headers = rowsOf(added?.values)
		.map(({ name, value }) => ({ name: String(name ?? '').trim(), value: String(value ?? '') }))
		.filter(({ name, value }) => name !== '' || value !== '');
	if (added && headers.length === 0) hints.add(NO_HEADER);
	if (headers.every(({ name }) => name !== '')) return headers;
	throw new PanelError(
		"'Task Headers' has a value without a name",
		'Enter the name of the header, check its expression, or remove the header.',
		'ask',
	);
}
