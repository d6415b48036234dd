/** The hosts that stand for the service; control is the emulator's own and is not recorded. */
export type ServiceHost = 'api' | 'meta' | 'storage';

export type Operation =
	| 'create'
	| 'status'
	| 'outputs'
	| 'detail'
	| 'cancel'
	| 'interrupt'
	| 'wallet'
	| 'user'
	| 'download'
	| 'token'
	| 'put'
	| 'commit'
	| 'list'
	| 'model'
	| 'modelStatus';

/** One request as it arrived; `status` stays absent when no answer was sent. */
export type RequestRecord = {
	readonly at: number;
	readonly host: ServiceHost;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation | 'unknown';
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body?: unknown;
	/** How many bytes of an upload have been read; they are not recorded themselves. */
	readonly bytes?: number;
	readonly status?: number;
	readonly requestId?: string;
	/** The effect that a fault had on this request. */
	readonly fault?: string;
};

/** The members of a record that become known while the request is processed. */
export type RequestUpdate = Partial<
	Pick<RequestRecord, 'body' | 'bytes' | 'status' | 'requestId' | 'fault'>
>;

export type RequestLog = {
	/** Records an arrival; the returned function adds what becomes known later. */
	open(arrival: RequestRecord): (findings: RequestUpdate) => void;
	all(): readonly RequestRecord[];
	clear(): void;
};

/** Requests in order of arrival. */
export function createRequestLog(): RequestLog {
	let records: RequestRecord[] = [];

	function open(arrival: RequestRecord): (findings: RequestUpdate) => void {
		const record = { ...arrival };
		records.push(record);
		return (findings) => void Object.assign(record, findings);
	}

	return { open, all: () => [...records], clear: () => void (records = []) };
}
