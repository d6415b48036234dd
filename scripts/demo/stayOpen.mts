import { once } from 'node:events';
import { APPS_TO_TRY, MODELS_TO_TRY } from '../../emulator/index.mts';
import { webhookUrl, type Workflow } from '../n8n/workflows.mts';
import {
	addExample,
	EXAMPLES,
	formUrl,
	readExample,
	type AddedExample,
	type Example,
} from '../stage/examples.mts';
import type { Stage } from '../stage/stage.mts';
import type { Access } from './access.mts';
import { writeDetails } from './details.mts';

type Folders = { readonly projectFolder: string; readonly userFolder: string };

type Added = {
	readonly file: string;
	readonly workflow?: AddedExample;
	/** Why it can't be used as it is. */
	readonly note?: string;
};

/**
 * Puts the examples into the editor, prints its URL, and leaves it open until Ctrl-C. The rest of what
 * there is to know is kept for --apps.
 * @throws if n8n ends by itself
 */
export async function stayOpen(
	stage: Stage,
	access: Access,
	{ projectFolder, userFolder }: Folders,
): Promise<void> {
	const examples: Added[] = [];
	// n8n lists the latest first.
	for (const example of EXAMPLES.toReversed()) {
		examples.unshift(await add(stage, access, projectFolder, example));
	}
	await writeDetails(userFolder, detailsOf(stage, access, examples));
	console.log(invitation(stage, access, examples));
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal));
	const isOver = stage.n8n.ended.then(() => true);
	if ((await Promise.race([isOver, ...signals])) === true) {
		throw new Error(`n8n has ended by itself. Its log: ${stage.n8n.logFile}`);
	}
	console.log('\nStopping n8n and the emulator ...');
}

/** Before its table exists, each start by schedule would fail. */
const PUBLISHED_BY_HAND = 'publish it as its note says';

/** An example that can't be added doesn't end the demo. */
async function add(
	stage: Stage,
	access: Access,
	projectFolder: string,
	{
		file,
		hasTable = false,
		needs = hasTable && !access.database ? 'PostgreSQL' : undefined,
	}: Example,
): Promise<Added> {
	try {
		const example = await readExample(stage, projectFolder, file, access);
		const workflow = await addExample(stage, example, !hasTable);
		if (needs === undefined && hasTable) return { file, workflow, note: PUBLISHED_BY_HAND };
		const reason = needs === undefined ? workflow.unpublished : `it needs ${needs}`;
		if (reason === undefined) return { file, workflow };
		const isRefused = workflow.unpublished !== undefined;
		return { file, workflow, note: isRefused ? `not published: ${reason}` : reason };
	} catch (error) {
		return { file, note: `not added: ${(error as Error).message}` };
	}
}

/** What a terminal of 24 lines can show, with what is needed first at its end. */
function invitation({ n8n }: Stage, { owner }: Access, examples: readonly Added[]): string {
	const first = examples.find(({ workflow }) => workflow !== undefined)?.workflow;
	return `
To try
  1. Click "Execute workflow". After about 4 seconds, double-click "Generate Image", select the
     tab "Binary" on the right and click "View" to see the image.
  2. Change the prompt in "Set Prompt", or the width in "Generate Image", and run it again.
  3. Select another app in "App", such as one that makes a video. n8n then resets all values:
     delete the text of the new app, drag "prompt" from the left into the field, and run it.

All examples, their addresses, the apps and the keys: npm run demo -- --apps
n8n's log: ${n8n.logFile}
Don't open unknown pages while the demo runs: n8n responds under any host name.
Ctrl-C stops it. To start afresh, delete the folder .demo.

Start here  ${n8n.url}/workflow/${first?.id}
Email       ${owner.email}
Password    ${owner.password}
`;
}

/** What --apps prints. */
function detailsOf(stage: Stage, access: Access, examples: readonly Added[]): string {
	const { n8n, emulator } = stage;
	return `Sign in to n8n at ${n8n.url}
  Email     ${access.owner.email}
  Password  ${access.owner.password}

Apps to try, by ID
${APPS_TO_TRY.map(({ id, name, description }) => `  ${id}  ${name}: ${description}`).join('\n')}

Models to try with Model: Run, by path and parameters
${MODELS_TO_TRY.map(({ path, parameters }) => `  ${path}  ${JSON.stringify(parameters)}`).join('\n')}

All examples
${examples.map((example) => lineOf(n8n.url, example)).join('\n')}
${examples.map((example) => fillingIn(stage, access, example) + postingTo(stage, access, example)).join('')}
To create a credential yourself
  API Key         ${emulator.apiKey}
  Base URL        ${emulator.apiUrl}
  Metadata URL    ${emulator.metaUrl}
  Callback Token  ${access.callbackToken}
  Storage URL     ${emulator.storageUrl} (turn on "More Settings" to see this field)

The service's requests, tasks and faults: ${emulator.controlUrl}/control/state
The passwords and keys are those of this demo.
`;
}

function lineOf(n8nUrl: string, { file, workflow, note }: Added): string {
	const more = note === undefined ? '' : ` (${note})`;
	return workflow === undefined
		? `  ${file}${more}`
		: `  ${workflow.name}${more}\n    ${n8nUrl}/workflow/${workflow.id}`;
}

/** The URL of a published form or page; empty for workflows without one. */
function fillingIn({ n8n }: Stage, { visitor }: Access, { workflow }: Added): string {
	if (!workflow?.active) return '';
	const form = formUrl(n8n.url, workflow);
	const address = form ?? (isPage(workflow) ? webhookUrl(n8n.url, workflow) : undefined);
	if (address === undefined) return '';
	return `
The ${form ? 'form' : 'page'} of "${workflow.name}". Its login isn't n8n's: user ${visitor.user}, password ${visitor.password}
  ${address}
`;
}

/** A webhook that a browser opens. */
function isPage({ nodes }: Workflow): boolean {
	return nodes.some(({ parameters }) => parameters['httpMethod'] === 'GET');
}

/** How to call a workflow that waits for a photo; empty for all that do not listen. */
function postingTo({ n8n, emulator }: Stage, { caller }: Access, { workflow }: Added): string {
	if (!workflow?.active || isPage(workflow)) return '';
	const address = webhookUrl(n8n.url, workflow);
	if (address === undefined) return '';
	return `
"${workflow.name}" waits for a photo. Send your own or this sample, then open picture.png
  curl -o photo.png ${emulator.storageUrl}/samples/portrait.png
  curl -H '${caller.name}: ${caller.value}' -F photo=@photo.png -o picture.png ${address}
`;
}
