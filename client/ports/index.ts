/** What the client needs from outside: it owns no socket, timer, file or log, and so runs anywhere. */

export type HttpMethod = 'GET' | 'POST' | 'PUT';

/**
 * A call of the service itself: carries the API key, goes to the credential's hosts only, follows no
 * redirect.
 */
export type ServiceRequest = {
	readonly method: HttpMethod;
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** JSON. */
	readonly body?: string | undefined;
	/** From sending to the last byte of the answer, in milliseconds. */
	readonly timeoutMs: number;
	/** The most bytes of the answer, decompressed. */
	readonly maxBytes: number;
	/** Leave it out for calls that must be completed even though the execution was canceled. */
	readonly signal?: AbortSignal | undefined;
};

/** A plain GET of a file: no credentials, no redirect is followed. */
export type FileRequest = {
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Until the last byte. */
	readonly timeoutMs: number;
	/** How long the connection may stay silent before the headers of the answer arrive. */
	readonly idleMs: number;
	readonly signal?: AbortSignal | undefined;
};

/**
 * A plain PUT of a file to a storage: the given headers and Content-Length, no credential of the
 * service, no redirect. The body may be left unread or half read; then the connection is not used
 * again.
 */
export type FilePut = FileRequest & {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ByteStream;
	/** Bytes. */
	readonly contentLength: number;
};

export type HttpHead = {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
};

export type HttpResponse = HttpHead & { readonly body: string };

export type HttpFile = HttpHead & {
	readonly stream: ByteStream;
	/** Lets go of the connection when the body is not wanted. */
	readonly discard: () => void;
};

/**
 * Why there is no answer. `notSent`: the request cannot have reached the service. `lost`: it may
 * have. `aborted`: the execution was canceled. `tooLarge`: the answer is over the size cap.
 */
export type HttpFailure = {
	readonly noAnswer: 'notSent' | 'timeout' | 'lost' | 'aborted' | 'tooLarge';
	/** A few words, such as "connection refused"; never a URL with a query, never a header. */
	readonly reason: string;
};

/** Every outcome is a value: implementations do not reject. Any HTTP status is an answer. */
export type Http = {
	readonly call: (request: ServiceRequest) => Promise<HttpResponse | HttpFailure>;
	readonly open: (request: FileRequest) => Promise<HttpFile | HttpFailure>;
	readonly put: (request: FilePut) => Promise<HttpResponse | HttpFailure>;
};

export type Clock = {
	/**
	 * Milliseconds since some moment of this process, for durations, deadlines and ages. Setting
	 * the machine's clock doesn't change it. Never save or send it: it means nothing elsewhere.
	 */
	readonly now: () => number;
	/** Milliseconds since 1970 by the machine's clock, for what others read. */
	readonly wallNow: () => number;
	/** Resolves after `ms`, or as soon as the signal is aborted; never rejects. */
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** A number in [0, 1). */
	readonly random: () => number;
};

/**
 * In billed seconds. `unknown` never means free: the task may have run, but nobody says for how
 * long.
 */
export type Cost = 'free' | 'unknown' | number;

/** A cost as messages state it: none, the seconds that a task ran, or possibly some. */
export type Charge = 'free' | 'seconds' | 'unknown';

/**
 * The course of a task that was sent for a piece of work: everything that is learned about the task
 * is written here. Saved as JSON and read by other processes. Times are by the machine's clock, in
 * milliseconds: if it's changed between two attempts, a limit moves by as much.
 */
export type SentTask = {
	/** Left out where the create got no answer: the task may exist. */
	readonly requestId?: string;
	/** When the service confirmed it; over an open connection, when its create was sent. */
	readonly createdAt?: number;
	/** When it was first seen beyond the queue. */
	readonly begunAt?: number | undefined;
	/** When it was first seen to run. */
	readonly runningAt?: number | undefined;
	/** When a record first said that it has ended. */
	readonly endedAt?: number | undefined;
	/** Its status when last seen. */
	readonly status?: string | undefined;
	/** What it cost, once it has ended. */
	readonly cost?: Cost | undefined;
	/**
	 * The seconds that the task counts toward Max Billed Seconds, for each execution that counts
	 * it.
	 */
	readonly counted?: Readonly<Record<string, number>>;
	/** The limit at which we stopped it ourselves. */
	readonly stoppedBy?: StopLimit | undefined;
	/** The service has confirmed our interrupt. */
	readonly isInterrupted?: boolean;
	/**
	 * The service has confirmed our cancel, and the task was in the queue when last seen before.
	 */
	readonly isCanceledInQueue?: boolean;
	/** The item has changed since the task was sent, so the task no longer belongs to this work. */
	readonly isReplaced?: true;
	readonly seeds?: Seeds;
	/** Why it has no result. */
	readonly message?: string | undefined;
};

/** The history of one piece of work: a retry looks for its last task. */
export type LedgerEntry = {
	/** Oldest first. */
	readonly tasks: readonly SentTask[];
};

export type StopWay = 'canceled' | 'interrupted';

export type StopLimit = 'maxRunTime' | 'maxWaitTime';

/** The seeds that were drawn for a task, by the keys of their inputs. */
export type Seeds = Readonly<Record<string, number>>;

/** The tasks that were sent in this execution, by piece of work; survives a retry of the node. */
export type Ledger = {
	/** The entry of a piece of work; without tasks if none was sent. */
	readonly read: (key: string) => LedgerEntry;
	/** An entry without tasks is forgotten. */
	readonly write: (key: string, entry: LedgerEntry) => void;
};

/** How far a task is; `queueCount` is the number of tasks ahead of it. */
export type Polled = { readonly status: string; readonly queueCount: number | undefined };

export type Progress = {
	/** Called once per task, as soon as its id is known. */
	readonly created: (requestId: string, appId: number | undefined, itemIndex: number) => void;
	/**
	 * The service kept the connection open unasked, so it won't send a requested callback either.
	 */
	readonly headersIgnored: (callbackAwaited: boolean) => void;
	/** Called after each answer about a task that is waited for and hasn't ended. */
	readonly polled?: (task: Polled) => void;
	/** A fact that helps to explain the execution later, with what its task has cost. */
	readonly note: (
		message: string,
		details?: Readonly<Record<string, string | number>>,
		cost?: Charge,
	) => void;
};

export function isResponse<A extends HttpHead>(result: A | HttpFailure): result is A {
	return !('noAnswer' in result);
}

/** What the user allows the runs of one node to spend in one execution; left out where there is no limit. */
export type SpendingLimits = {
	readonly maxTasks?: number | undefined;
	readonly maxBilledSeconds?: number | undefined;
};

/** Counts what is spent, however often the node runs or is retried. */
export type Spending = {
	/** The execution that the spending belongs to. */
	readonly execution: string;
	/**
	 * Counts a task that is about to be created. Every create counts, even if its task is canceled.
	 * @returns a function that takes it back, for a task that was certainly not created
	 * @throws AiAppError kind `budget` if a limit is reached
	 */
	readonly reserve: (limits: SpendingLimits) => () => void;
	/** @param seconds to add to the sum; negative if an earlier estimate was too high */
	readonly bill: (seconds: number) => void;
};

/** A body that is read once, chunk by chunk. */
export type ByteStream = AsyncIterable<Uint8Array>;

export type FileSource = {
	readonly name: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Its first bytes, if they were read: its name follows them. */
	readonly begin?: Uint8Array;
	/** Equal for equal files, so that each is sent once. */
	readonly identity: string;
	/** A new stream for each attempt, in pieces of about `chunkBytes` bytes. */
	readonly open: (chunkBytes?: number) => Promise<ByteStream>;
};

export type FileToSave = {
	readonly stream: ByteStream;
	readonly fileName: string;
	readonly mimeType: string;
	/** Counted as bytes arrive. Beyond it, nothing more is read and nothing is kept. */
	readonly maxBytes: number;
	/** Called for each chunk that arrives. */
	readonly onChunk: () => void;
};

export type Saved<File> =
	| { readonly file: File; readonly arrived: number; readonly stored: number }
	| 'tooLarge'
	/** The store does not take it, for this reason. */
	| { readonly refused: string };

/** Where finished files go; `save` rejects when the stream breaks. */
export type FileSink<File> = {
	readonly save: (file: FileToSave) => Promise<Saved<File>>;
};
