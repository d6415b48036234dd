type ReasonFacts = {
	/** Only the user can change it: it stands in the credential, or is up to the app that was chosen. */
	readonly isSetByUser?: true;
	/** The input takes files of its item. */
	readonly isOfItemFiles?: true;
};

const FACTS = {
	address: { isSetByUser: true },
	apiKey: { isSetByUser: true },
	appId: {},
	callbackToken: { isSetByUser: true },
	callbackUrl: {},
	choice: {},
	clock: {},
	emptyFile: {},
	emptyItemField: {},
	emptyMedia: { isOfItemFiles: true },
	emptyText: {},
	fileName: {},
	fileOfEarlierNode: { isOfItemFiles: true },
	fileSource: {},
	fileToUpload: {},
	headerName: {},
	headerPrefix: { isSetByUser: true },
	headerValue: {},
	headersUnknown: {},
	hugeApp: { isSetByUser: true },
	lostTask: {},
	maxBilledSeconds: {},
	maxRunTime: {},
	maxTasks: {},
	maxTasksAhead: {},
	maxTasksPerHour: {},
	maxWaitTime: {},
	misnamedFile: {},
	modelPath: {},
	noFieldFits: {},
	noInputs: { isSetByUser: true },
	noPlace: {},
	noValues: {},
	notJson: {},
	notMedia: { isOfItemFiles: true },
	notStored: {},
	openStorage: {},
	otherFile: {},
	pageAsFile: {},
	privateFileUrl: {},
	privateHost: {},
	privateStorage: {},
	redirect: { isSetByUser: true },
	runningOn: {},
	sameInput: {},
	severalTasks: {},
	severalUrls: {},
	severalValues: {},
	shareLink: {},
	sharedLabel: {},
	signature: {},
	stopRefused: {},
	stopUnread: {},
	stoppedBefore: {},
	tooLate: {},
	unknownCode: {},
	unknownInput: {},
	unknownInputInJson: {},
	wrongType: {},
} as const satisfies Record<string, ReasonFacts>;

/** The causes of errors whose kind alone doesn't say what to do. */
export type Reason = keyof typeof FACTS;

/** What is known of a cause beside its advice. */
export function causeOf(reason: Reason | undefined): ReasonFacts {
	return reason === undefined ? {} : FACTS[reason];
}

export const REASONS = Object.keys(FACTS) as Reason[];
