import { inOrder, ownMember, say, type AiAppError, type ErrorDetails } from '../../../client/index';

type Words = string | ((details: ErrorDetails, error: AiAppError) => string);

const NEW_RUN = 'A new run with the same items creates all tasks again at full cost.';

const DOWNLOAD =
	'Download the file with the node of its service first, and enter its binary field.';

/** The causes of errors, each with what a person can do. A limit that stopped a task is one too. */
export const REASONS = {
	address: ({ name }) =>
		say`Enter '${ownMember(FIELDS, name ?? '')}' in the credential with https://, e.g. https://api.example.com, without user name or password.`,
	apiKey:
		"In the credential, copy 'API Key' again and paste only the key, without spaces, line breaks or a word such as Bearer. Nothing was sent.",
	appId: "Enter the app's number, e.g. 54663, or the URL of its page, which contains the number.",
	callbackToken:
		"In the credential, enter a short 'Callback Token' of plain ASCII characters without line breaks.",
	callbackUrl: 'Enter a URL the service can reach, e.g. the production URL of an AI App Trigger.',
	choice: ({ accepted }) => say`Choose one of: ${namesOf(accepted)}.`,
	clock:
		'Check the clock of the machine that runs n8n. Storages accept a difference of up to 15 minutes.',
	driveLink: ({ part }) =>
		inOrder([
			DOWNLOAD,
			say`Or, if anyone with the link may open the file, enter https://drive.google.com/uc?export=download&id=${part} in its place.`,
		]),
	dropboxLink: `${DOWNLOAD} Or, if anyone with the link may open the file, set dl=1 in its query, in place of dl=0.`,
	emptyFile: 'Check the node that returned the file: it has no content.',
	emptyItemField: ({ given, name }) =>
		name === 'text'
			? say`Fill in the field '${given}' of the item. To send it empty, enter a space. For the app's default, remove the field from all items.`
			: say`Enter a URL in the field '${given}' of the item, or give it a file of that name. For the app's sample, remove the field from all items.`,
	emptyMedia: ({ accepted = [] }) => {
		const ofItem = accepted.length > 0 ? say`of this item (${keysOf(accepted)})` : '';
		return `${inOrder(['Enter a binary field', ofItem, 'or a URL.'])} For the app's sample, remove the input, or return null, e.g. {{ $json.url || null }}.`;
	},
	emptyText:
		"Enter some text, or check the input's expression. To use the app's default, remove the input. To send it empty, enter a space.",
	fileName: 'Give the binary data a file name with an extension, e.g. photo.png.',
	fileOfEarlierNode: ({ accepted = [] }) =>
		inOrder([
			"To keep it, turn off 'Strip Binary Data' in the nodes in between, or use Merge.",
			accepted.length > 0 ? say`Or enter a binary field of this item (${keysOf(accepted)}).` : '',
		]),
	fileSource: 'Check the node that created the file, or run the workflow again from there.',
	fileToUpload: (_, { kind }) =>
		kind === 'too_large'
			? "Raise the option 'Max File Size (MB)'. Nothing was uploaded."
			: 'Check that the URL opens without a login. Nothing was uploaded.',
	headerName: ({ name }) =>
		say`Use letters, digits and dashes, e.g. ${name}Order-Id. Authorization, WebHook-Url and Async are reserved.`,
	headerPrefix: ({ name }) =>
		say`In the credential, use only letters, digits and dashes in 'Task Header Prefix', e.g. ${name}.`,
	headerValue:
		'Use plain ASCII characters without line breaks. Encode other texts, e.g. with encodeURIComponent.',
	headersUnknown:
		"The task may exist: check your account's task list before you run this again. If this happens to every long task, check 'Task Header Prefix' under 'More Settings' in the credential.",
	hugeApp: 'Choose another app, or ask its author to publish fewer inputs and choices.',
	lostTask: "Check your account's task list. Only a new execution creates another task.",
	maxBilledSeconds: `To process more, raise the option 'Max Billed Seconds'. ${NEW_RUN}`,
	maxRunTime: "Raise the option 'Max Run Time' if the app needs longer.",
	maxTasks: `To process more, raise the option 'Max Tasks per Execution'. ${NEW_RUN}`,
	maxTasksAhead:
		"Raise the option 'Max Tasks per Execution'. To create as many as it allows, set 'On Error' to 'Continue'.",
	maxTasksPerHour: "Run again later, or raise 'Max Tasks per Hour' in the credential.",
	maxWaitTime: "Raise the option 'Max Wait Time' if the app needs longer.",
	misnamedFile: 'Give the file a name whose extension fits its content.',
	modelPath:
		"Check 'Model Path': it's the part behind /modelzoo/tasks/openapi/ of the URL in the model's API example, e.g. maker/model/text-to-image.",
	noFieldFits: ({ accepted }) =>
		say`Name fields after inputs, e.g. with an Edit Fields node. For a file, choose 'Map Each Column Manually' and enter its binary field. The app accepts: ${namesOf(accepted)}.`,
	noInputs: 'Choose another app, or ask its author to publish at least one input.',
	noSlot:
		"Raise the option 'Max Wait Time', or 'Max Tasks at a Time (All Executions)' in the credential if it's set.",
	noValues: ({ accepted }) =>
		say`Fill in at least one input. The app accepts: ${namesOf(accepted)}.`,
	notMedia: ({ accepted = [], part }) => {
		const one = part ? say`To use one value of it, add ${part} to the expression.` : '';
		const other =
			accepted.length > 0
				? say`Enter a binary field of this item (${keysOf(accepted)}) or a URL that begins with https://.`
				: "The item has no files: turn off 'Strip Binary Data' in earlier nodes, or use Merge. Or enter a URL that begins with https://.";
		return inOrder([one, other]);
	},
	notStored: ({ requestId }) =>
		requestId === undefined
			? "Check n8n's binary data settings: mode, size limit and free disk space. Nothing was uploaded."
			: "Check n8n's binary data settings: mode, size limit and free disk space. The result stays at the service until it expires.",
	openStorage:
		"Others on the network could read the file. If this storage is yours, enter it as 'Storage URL', with http://, under 'More Settings' in the credential.",
	otherFile:
		'Convert it, or use another file. To send this one anyway, enter its URL from File: Upload.',
	pageAsFile:
		'Use another file. If this one comes from a URL, check it: share links, and links that need a login, return a page.',
	privateFileUrl:
		"Get the file with an HTTP Request node, or turn on 'Service Reaches Private URLs' under 'More Settings' in the credential if the service can open it.",
	privateHost: ({ requestId }) =>
		requestId === undefined
			? 'Get the file with an HTTP Request node, and upload its binary field. Nothing was uploaded.'
			: "If this storage is yours, enter it as 'Storage URL' under 'More Settings' in the credential. Then get this result by its request ID.",
	privateStorage:
		"If this storage is yours, enter it as 'Storage URL' under 'More Settings' in the credential.",
	redirect:
		"Enter the final URL as 'Base URL' and 'Metadata URL' in the credential. Redirects don't get your API key.",
	runningOn: "Model tasks can't be stopped. Get the result later with Model: Get Task.",
	sameInput: 'Keep one of the two.',
	seed: "Correct the value. For a random seed, set the option 'Seed Mode' to 'Random for Each Item'.",
	severalTasks: "n8n's log says what happened to each task.",
	severalUrls:
		'Use one item for each URL, or an input for each. A Split Out node makes items of a list.',
	severalValues: ({ name, part }) => {
		const one = part ? say`add ${part} to the expression` : 'use e.g. {{ $json.subject.name }}';
		return name === 'text'
			? `To use one value of it, ${one}. To send all of it as text, add .toJsonString().`
			: `To use one value of it, ${one}.`;
	},
	shareLink: DOWNLOAD,
	sharePointLink: `${DOWNLOAD} Or, if anyone with the link may open the file, add download=1 to its query.`,
	sharedLabel: ({ accepted }) =>
		say`Use the input ID, or the label in the form. The app accepts: ${namesOf(accepted)}.`,
	signature:
		"Check 'Storage Type' in the AI App API credential: the storage doesn't accept this type of signature.",
	stopRefused: (_, { kind }) =>
		kind === 'conflict'
			? 'The task may still be running. Check it with Task: Get Status, or run Task: Stop again.'
			: 'Stop the task with Task: Stop.',
	stopUnread: 'The task may still be running. Check it with Task: Get Status, or run Task: Stop.',
	stoppedBefore: (_, { kind }) =>
		kind === 'budget'
			? "Raise 'Max Run Time' and run the workflow again. Retries create no other task."
			: "Raise 'Max Wait Time' and run the workflow again. Retries wait for the same task only with 'Fail, Keep Task Running'.",
	tooLate: "Raise the option 'Max Wait Time'.",
	unknownCode:
		"This code is unknown. Look it up in the service's documentation, or contact its support.",
	unknownInput: ({ accepted }) =>
		say`Click the menu next to 'App Inputs' and select 'Refresh Input List'. The app accepts: ${namesOf(accepted)}.`,
	unknownInputInJson: ({ accepted }) =>
		say`Check the input ID or label. The app accepts: ${namesOf(accepted)}.`,
	wrongType:
		"The task may exist: check your account's task list before you run this again, and check that numbers are numbers and texts are texts.",
} satisfies Readonly<Record<string, Words>>;

export type Reason = keyof typeof REASONS;

const FIELDS: Readonly<Record<string, string>> = {
	base: 'Base URL',
	metadata: 'Metadata URL',
	storage: 'Storage URL',
};

/** What a person can do about the cause of an error; undefined if its kind says enough. */
export function adviceByReason(error: AiAppError): string | undefined {
	const { stoppedBy, reason = stoppedBy } = error.details;
	const words = ownMember<Words>(REASONS, reason ?? '');
	return typeof words === 'function' ? words(error.details, error) : words;
}

function namesOf(accepted: ErrorDetails['accepted'] = []): string[] {
	return accepted.map(({ key, label }) => (label === key ? key : `${key} (${label})`));
}

/** The accepted values without their labels. */
export function keysOf(accepted: ErrorDetails['accepted'] = []): string[] {
	return accepted.map(({ key }) => key);
}
