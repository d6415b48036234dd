type Quirk = {
	/** One line for whoever chooses: what the service does while this is on. */
	readonly effect: string;
	/** The worst that was seen of the service is the default. */
	readonly byDefault: boolean;
	/** Whether it is on in the profile `kind`, which has what helps a client and nothing else. */
	readonly whenKind: boolean;
};

const TROUBLE = { byDefault: true, whenKind: false };
const HELP = { byDefault: false, whenKind: true };
const ODDITY = { byDefault: false, whenKind: false };

/** Ways in which deployments differ from the specification, or from one another where it is silent. */
export const QUIRKS = {
	lateRecords: { effect: 'A new task is not found (404) for its first 300 ms.', ...TROUBLE },
	noEndedAt: { effect: 'Records of ended tasks lack ended_at.', ...TROUBLE },
	noRequestId: { effect: 'Status records lack request_id.', ...TROUBLE },
	noInferenceSeconds: {
		effect: 'Records lack the billed seconds, inference_cost_time.',
		...TROUBLE,
	},
	noAuditStatus: { effect: 'Outputs that passed the audit lack audit_status.', ...TROUBLE },
	octetStreams: { effect: 'Every download is application/octet-stream.', ...TROUBLE },
	giftWallet: { effect: 'The wallet tells of the gift balance alone.', ...TROUBLE },
	stringCodes: { effect: 'Codes of errors are strings instead of integers.', ...ODDITY },
	bareModelIds: {
		effect: 'Creates of models answer 202 with the bare id, without envelope.',
		...ODDITY,
	},
	accessUrl: { effect: 'Upload tokens tell the address of the file to come.', ...HELP },
} as const satisfies Readonly<Record<string, Quirk>>;

export type QuirkName = keyof typeof QUIRKS;
/** Which quirks are on. */
export type Quirks = Readonly<Record<QuirkName, boolean>>;

export const QUIRK_NAMES = Object.keys(QUIRKS) as QuirkName[];

/** Sets of quirks to start from. */
export const PROFILES = {
	/** The worst that was seen of the service. */
	default: quirksWhere(({ byDefault }) => byDefault),
	/** What helps a client, and nothing that troubles it. */
	kind: quirksWhere(({ whenKind }) => whenKind),
	/** The specification as it is written. */
	none: quirksWhere(() => false),
} as const;

function quirksWhere(isOn: (quirk: Quirk) => boolean): Quirks {
	const entries = QUIRK_NAMES.map((name) => [name, isOn(QUIRKS[name])] as const);
	return Object.fromEntries(entries) as Quirks;
}
