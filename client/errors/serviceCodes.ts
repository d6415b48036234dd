import type { ErrorKind } from './kinds';

/** For `not_found`, the call decides what is missing. */
type RefusalKind = ErrorKind | 'not_found';

/** What a refusal of the kind `busy` speaks of. */
export type RefusalOf =
	/** How many tasks may run. */
	| 'tasks'
	/** How many tasks of one app may run. */
	| 'app'
	/** How fast requests may come. The refusal passes within a minute. */
	| 'pace'
	/** How fast requests may come. The refusal lasts longer than anybody waits. */
	| 'hourlyPace'
	/** Nothing is accepted at the moment. */
	| 'service';

const REFUSAL_BY_CODE = new Map<string | undefined, RefusalOf>(
	(
		[
			['tasks', [30039, 30040]],
			['app', [30015, 30016, 30018, 59006]],
			['pace', [50600, 50601, 50602]],
			['hourlyPace', [50603, 50604]],
			['service', [60012]],
		] as const
	).flatMap(([of, codes]) => codes.map((code) => [String(code), of] as const)),
);

/** What a refusal is about, by its code: the number of tasks if the code is missing or unknown. */
export function refusalOf(code: string | undefined): RefusalOf {
	return REFUSAL_BY_CODE.get(code) ?? 'tasks';
}

/** Service codes whose meaning is known, by what the user can do about them. */
const KIND_BY_CODE = new Map<string | undefined, RefusalKind>(
	(
		[
			['credential', [20004, 20052, 20054, 20093, 30008]],
			['forbidden', [30001, 30019]],
			['balance', [20049, 20050, 20051]],
			['quota', [20094]],
			['busy', [...REFUSAL_BY_CODE.keys()]],
			['moderation', [20021]],
			['app_not_found', [20224, 20230]],
			['app_unusable', [20251, 30094, 60014]],
			['not_found', [20011, 30009, 30046]],
			['conflict', [20098, 20100, 30035, 30036, 30038, 30041, 30047]],
			['input', [20015, 20087, 40025, 40039]],
			[
				'service_error',
				[30101, 50502, 50503, 50507, 50508, 50510, 50511, 50515, 50516, 50517, 59009, 60000],
			],
		] as const
	).flatMap(([kind, codes]) => codes.map((code) => [String(code), kind] as const)),
);

const KIND_BY_STATUS = new Map<number, ErrorKind>([
	[400, 'input'],
	[401, 'credential'],
	[402, 'balance'],
	[403, 'forbidden'],
	[404, 'unexpected_response'],
	[409, 'conflict'],
	[410, 'unexpected_response'],
	[422, 'moderation'],
	[429, 'busy'],
]);

/** Codes of success: Ok and Accepted (spec: Response envelope). */
export function isSuccessCode(code: string): boolean {
	return code === '20000' || code === '20002';
}

/** What a code of the service means; undefined if it's unknown. */
export function kindOfCode(code: string | undefined): RefusalKind | undefined {
	return KIND_BY_CODE.get(code);
}

/** What a refusal means: the service's own code says more than the HTTP status, when it is known. */
export function kindOfRefusal(httpStatus: number, code: string | undefined): RefusalKind {
	const byStatus = KIND_BY_STATUS.get(httpStatus);
	return (
		kindOfCode(code) ?? byStatus ?? (httpStatus >= 500 ? 'service_error' : 'unexpected_response')
	);
}
