import type { AccountReadName } from '../settings/account.mts';

/** The hosts of the service. The control host is not one of them and is not recorded. */
export type ServiceHost = 'api' | 'meta' | 'storage';

export type Operation =
	| AccountReadName
	| 'create'
	| 'status'
	| 'outputs'
	| 'detail'
	| 'cancel'
	| 'interrupt'
	| 'download'
	| 'token'
	| 'put'
	| 'commit'
	| 'model'
	| 'modelStatus';

/** A request as it arrived; without `status` when no response was sent. */
export type RequestRecord = {
	readonly at: number;
	readonly host: ServiceHost;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation | 'unknown';
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body?: unknown;
	/** How many bytes of an upload were read; the bytes themselves are not recorded. */
	readonly bytes?: number;
	readonly status?: number;
	readonly requestId?: string;
	/** The type of the fault that was applied to this request. */
	readonly fault?: string;
};

/** What becomes known while the request is processed. */
export type RequestUpdate = Partial<
	Pick<RequestRecord, 'body' | 'bytes' | 'status' | 'requestId' | 'fault'>
>;

/** The app and the task that a request is about, as far as known before it is processed. */
export type Subject = { readonly appId?: number; readonly requestId?: string };

export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
	const records: RequestRecord[] = [];

	/** Records a request; the returned function updates its record. */
	function open(arrival: RequestRecord): (findings: RequestUpdate) => void {
		const record = { ...arrival };
		records.push(record);
		return (findings) => void Object.assign(record, findings);
	}

	return { open, all: (): readonly RequestRecord[] => [...records] };
}
