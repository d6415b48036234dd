import type { CallKindRow } from './kindTraits';

const UNPAID = 'Nothing was created or charged for this item.';

/** What a call can end with. The words before a create would cost another task after it. */
export const CALL_KINDS = {
	credential: {
		beforeCreate:
			'Open the AI App API credential, paste the API key again and press Retry. A new key can be made in the account settings of the service.',
		afterCreate: 'Open the AI App API credential and paste the API key again.',
	},
	forbidden: {
		beforeCreate:
			'The account may not do this. Check in the account settings of the service that it is active and verified.',
		afterCreate:
			'Check in the account settings of the service that the account is active and verified.',
	},
	balance: {
		beforeCreate: 'Top up the account of the service, or use the API key of another account.',
		afterCreate: 'Top up the account of the service.',
	},
	quota: {
		beforeCreate:
			'The quota of this API key is used up. Raise it in the account settings of the service, or use another key.',
		afterCreate:
			'The quota of this API key is used up. Raise it in the account settings of the service.',
	},
	busy: {
		isTransient: true,
		beforeCreate: `The service takes no more calls at the moment. Run again later, or give the node fewer items at once. ${UNPAID}`,
		afterCreate: 'The service takes no more calls at the moment.',
	},
	moderation: {
		beforeCreate:
			'The service did not accept the content. Change the prompt or the files and run again.',
		afterCreate: 'The service does not return this content.',
	},
	app_not_found: {
		beforeCreate:
			'Check the app ID. The address of an app page may show the number of a collection instead, so copy the ID from the API page of the app. A private app needs the API key of its owner.',
		afterCreate: 'The service did not find the app.',
	},
	app_unusable: {
		beforeCreate: `A part that it is built of is missing, outdated or offline at the service. Pick another one, or ask its author. ${UNPAID}`,
		afterCreate: 'A part that it is built of is missing, outdated or offline at the service.',
	},
	input: {
		beforeCreate: `Correct the value and run again. ${UNPAID}`,
		afterCreate: 'The service did not accept a value of this call.',
	},
	unreachable: {
		isTransient: true,
		beforeCreate:
			'Check the Base URL and Metadata URL of the credential, and that this n8n can reach the internet.',
		afterCreate: 'Check the Base URL of the credential, and that this n8n can reach the internet.',
	},
	no_response: {
		isTransient: true,
		isAmbiguous: true,
		beforeCreate: 'The service may be overloaded. Run again later.',
		afterCreate: 'The service may be overloaded.',
	},
	service_error: {
		isTransient: true,
		isAmbiguous: true,
		beforeCreate: 'The service had trouble of its own. Run again later.',
		afterCreate: 'The service had trouble of its own.',
	},
	unexpected_response: {
		isTransient: true,
		beforeCreate:
			'Check the Base URL and Metadata URL of the credential: something else than the service may have answered.',
		afterCreate:
			'Check the Base URL of the credential: something else than the service may have answered.',
	},
} as const satisfies Record<string, CallKindRow>;
