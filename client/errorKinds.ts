/** One kind per thing that a user can do next, with the words for it. */
export const ADVICE = {
	credential:
		'Open the AI App API credential, paste the API key again and press Retry. A new key can be made in the account settings of the service.',
	forbidden:
		'The account may not do this. Check in the account settings of the service that it is active and verified.',
	balance: 'Top up the account of the service, or use the API key of another account.',
	quota:
		'The quota of this API key is used up. Raise it in the account settings of the service, or use another key.',
	busy: 'The service takes no more tasks at the moment. Lower Max Concurrent Tasks, or run again later. Nothing was charged.',
	moderation:
		'The service did not accept the content. Change the prompt or the files and run again.',
	app_not_found:
		'Check the app ID. It is the number of the app version in the address of the app page, and a private app needs the API key of its owner.',
	app_unusable:
		'A part that the app is built of is missing, outdated or offline at the service. Pick another app, or ask its author. Nothing was created and nothing was charged.',
	task_not_found:
		'Check the request ID, and that the credential belongs to the account that created the task.',
	conflict:
		'Cancel works while a task is Queuing, Interrupt while it is Running. Use Task: Stop, which picks the one that fits and follows a task that is Preparing.',
	input: 'Correct the value and run again. Nothing was created and nothing was charged.',
	unreachable:
		'Check the Base URL and Metadata URL of the credential, and that this n8n can reach the internet.',
	no_answer: 'The service may be overloaded. Run again later.',
	service: 'The service had trouble of its own. Run again later.',
	unexpected:
		'Check the Base URL and Metadata URL of the credential: something else than the service may have answered.',
	unsure:
		'A task may exist and may be charged. Look at the task list of your account at the service before running again. The option Create Again When Unsure creates another task all the same.',
	failed: 'Check the inputs of the app, or try the app on its page at the service.',
	canceled: 'Somebody stopped the task outside this node. Run again to create a new one.',
	deadline:
		'Raise Max Wait in the options, or fetch the result later with Task: Get Status and Task: Get Outputs. The task goes on and may be charged.',
	stopped: 'Run the workflow again when it suits you. The message says what became of the task.',
	rejected:
		'The content check of the service rejected every output. Change the inputs and run again.',
	output_failed: 'No output of the task is usable. Check the inputs of the app and run again.',
	empty_output:
		'Read the outputs later with Task: Get Outputs, or try the app on its page at the service.',
	upload:
		'The file did not reach the storage of the service. Nothing was created and nothing was charged. Run again later.',
	download: 'The result stays at the service until it expires. Fetch it with Task: Get Outputs.',
	expired: 'Result files are kept for a limited time and cannot be recovered. Run the app again.',
	too_large: 'Raise Max File Size in the options, or switch Download Files off and use the URL.',
} as const;

export type ErrorKind = keyof typeof ADVICE;
