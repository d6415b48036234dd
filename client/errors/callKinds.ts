import type { CallKindRow } from './kindTraits';
import { NOT_CHARGED } from './money';

/** What a call can end with. The words before a create would cost another task after it. */
export const CALL_KINDS = {
	credential: {
		beforeCreate:
			'Open the AI App API credential, paste the API key again and save it. You can create a new key in your account settings at the service.',
		afterCreate: 'Open the AI App API credential and paste the API key again.',
	},
	forbidden: {
		beforeCreate:
			'Check in your account settings at the service that the account is active and verified.',
		afterCreate:
			'Check in your account settings at the service that the account is active and verified.',
	},
	balance: {
		money: NOT_CHARGED,
		beforeCreate: 'Top up your account at the service, or use the API key of another account.',
		afterCreate: 'Top up your account at the service.',
	},
	quota: {
		money: NOT_CHARGED,
		beforeCreate:
			'The quota of this API key is used up. Raise it in your account settings at the service, or use another key.',
		afterCreate:
			'The quota of this API key is used up. Raise it in your account settings at the service.',
	},
	busy: {
		isTransient: true,
		money: NOT_CHARGED,
		beforeCreate:
			"The service doesn't accept more tasks right now. Run again later, or process fewer items at once.",
		afterCreate: "The service doesn't accept more requests right now.",
	},
	moderation: {
		money: NOT_CHARGED,
		beforeCreate: 'Change the prompt or the files and run again.',
		afterCreate: "The service doesn't return this content.",
	},
	app_not_found: {
		money: NOT_CHARGED,
		beforeCreate:
			"Check the app ID. Some pages have the ID of a collection in their URL: the API example on the app's page contains the right one. Private apps work only with their owner's API key.",
		afterCreate: "The service didn't find the app.",
	},
	app_unusable: {
		money: NOT_CHARGED,
		beforeCreate:
			'One of its components is missing, outdated or offline. Try another app or contact its author.',
		afterCreate: 'One of its components is missing, outdated or offline.',
	},
	input: {
		money: NOT_CHARGED,
		beforeCreate: 'Correct the value and run again.',
		afterCreate: "The service didn't accept a value of this request.",
	},
	unreachable: {
		isTransient: true,
		beforeCreate:
			"Check 'Base URL' and 'Metadata URL' in the credential, and that this n8n instance can reach the internet.",
		afterCreate:
			"Check 'Base URL' in the credential, and that this n8n instance can reach the internet.",
	},
	no_response: {
		isTransient: true,
		isAmbiguous: true,
		beforeCreate: 'The service may be overloaded. Try again later.',
		afterCreate: 'The service may be overloaded.',
	},
	service_error: {
		isTransient: true,
		isAmbiguous: true,
		beforeCreate: 'Something went wrong at the service. Try again later.',
		afterCreate: 'Something went wrong at the service.',
	},
	unexpected_response: {
		isTransient: true,
		beforeCreate:
			"Check 'Base URL' and 'Metadata URL' in the credential. A wrong URL or a proxy is the usual cause.",
		afterCreate: "Check 'Base URL' in the credential. A wrong URL or a proxy is the usual cause.",
	},
} as const satisfies Record<string, CallKindRow>;
