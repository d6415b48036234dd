type Quirk = {
	/** What the service does while this is on; shown by `--help`. */
	readonly description: string;
	/** On by default if it is among the worst behavior seen of the service. */
	readonly byDefault: boolean;
	/** On in the profile `kind` if it helps a client. */
	readonly whenKind: boolean;
};

const TROUBLE = { byDefault: true, whenKind: false };
const HELP = { byDefault: false, whenKind: true };
/** What every known service does, and the specification does not. */
const USUAL = { byDefault: true, whenKind: true };

/**
 * Deviations from the specification, and differences between instances of the service where it is
 * silent.
 */
export const QUIRKS = {
	lateRecords: { description: 'A new task is not found (404) for its first 300 ms.', ...TROUBLE },
	noEndedAt: { description: 'Records of ended tasks lack ended_at.', ...TROUBLE },
	noRequestId: { description: 'Status records lack request_id.', ...TROUBLE },
	noInferenceSeconds: {
		description: 'Records lack the billed seconds, inference_cost_time.',
		...TROUBLE,
	},
	noAuditStatus: { description: 'Outputs that passed the audit lack audit_status.', ...TROUBLE },
	sparseRecords: {
		description: 'Records lack members without a value, and some rare ones.',
		...TROUBLE,
	},
	midnightExpiry: {
		description: 'Files expire at midnight in UTC+8, up to a day before 15 days are over.',
		...TROUBLE,
	},
	looseForms: { description: 'Defaults of inputs have any type, their keys any form.', ...TROUBLE },
	looseRequests: { description: 'Creates may have unknown members and inputs.', ...USUAL },
	flatResults: { description: 'Open connections get the result without envelope.', ...USUAL },
	extraFields: { description: 'Records have fields beyond the specification.', ...USUAL },
	octetStreams: { description: 'Every download is application/octet-stream.', ...TROUBLE },
	giftWallet: { description: 'The wallet contains only the gift balance.', ...TROUBLE },
	noStoppedSeconds: {
		description: 'Records of tasks that were interrupted or failed tell no billed seconds.',
		...TROUBLE,
	},
	accessUrl: { description: 'Upload tokens contain the future URL of the file.', ...HELP },
} as const satisfies Readonly<Record<string, Quirk>>;

export type QuirkName = keyof typeof QUIRKS;
export type Quirks = Readonly<Record<QuirkName, boolean>>;

export const QUIRK_NAMES = Object.keys(QUIRKS) as QuirkName[];

/** Sets of quirks by name. */
export const PROFILES = {
	default: {
		description: 'The worst that was seen of the service.',
		quirks: quirksWhere((name) => QUIRKS[name].byDefault),
	},
	kind: {
		description: 'What helps a client, and nothing that troubles it.',
		quirks: quirksWhere((name) => QUIRKS[name].whenKind),
	},
	none: {
		description: 'The specification without any quirk.',
		quirks: quirksWhere(() => false),
	},
} as const;

/** Quirks, each on if `isOn` returns true for it. */
export function quirksWhere(isOn: (name: QuirkName) => boolean): Quirks {
	const entries = QUIRK_NAMES.map((name) => [name, isOn(name)] as const);
	return Object.fromEntries(entries) as Quirks;
}
