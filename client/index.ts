/** The only door of the client. */
export { parseHttpUrl } from './addresses';
export { parseAppId, type AppRecord } from './apps';
export { createOrAttach, type AppTaskOptions } from './appTask';
export type { Attempt } from './attempt';
export { attempted, attemptedNow, type Attempted } from './attempted';
export { createBoundedStore, type BoundedStore, type Section } from './boundedStore';
export { boundToken, tokenFor } from './callbackToken';
export { createClient, type Client } from './client';
export { downloadFile } from './download';
export { createEndpoints } from './endpoints';
export { AiAppError } from './errors';
export { endOf, gatherEnds, type Gathered, type TaskEnd } from './gather';
export { numberOf } from './fields';
export { outputFileName } from './fileNames';
export { rangeText } from './inputChecks';
export { readInputSchema, type InputField } from './inputSchema';
export {
	drawSeeds,
	resolveInputs,
	type GivenInput,
	type GivenInputs,
	type ResolvedInputs,
} from './inputValues';
export { interruptTask } from './interrupt';
export { isRecord, parseJson } from './json';
export { isIdempotent, ledgerKeys, withoutSeeds, type PaidWork } from './ledgerKeys';
export { phaseOf } from './lifecycle';
export { readMediaValue } from './mediaFields';
export { mimeTypeOf } from './mediaTypes';
export { readOutputs, requireSuccess, type TaskResult } from './outcome';
export { runPool } from './pool';
export {
	type ByteStream,
	type Clock,
	type FilePut,
	type FileRequest,
	type FileSink,
	type FileSource,
	type Http,
	type HttpAnswer,
	type HttpFile,
	type Ledger,
	type LedgerEntry,
	type NoAnswer,
	type Progress,
	type Seeds,
	type ServiceRequest,
} from './ports';
export { probeApi, probeMetadata } from './probes';
export { asRequestId, requestIdIn } from './requestId';
export { mayPass, repeated, repeatedFor, repeatedWhileLate } from './retry';
export { quoted, quotedValue, say } from './quote';
export { isPrivateHost } from './privateHosts';
export { createPace } from './pace';
export { runAndWait } from './run';
export { createSiblings } from './siblings';
export { waitForTask, type KnownTask, type WaitOptions } from './wait';
export type { Callback } from './callback';
export { readResultBody, type ResultBody } from './resultBody';
export { bearerToken, isSameToken } from './token';
export { runModel, type ModelRun } from './modelRun';
export { modelPath, type ModelTask } from './models';
export { describeStop } from './describeStop';
export { stopTask, type Stopped } from './stop';
export { DEFAULT_SIGNING_SCHEME, type SigningScheme } from './signing/signPut';
export { taskHeaderPrefix } from './taskHeaders';
export type { TaskOutput } from './taskOutputs';
export type { TaskStatus } from './taskStatus';
export { DEFAULT_FILE_TYPE, type UploadOptions } from './upload';
export type { UploadedFile } from './uploadedFile';
export { createUploads, type Uploads } from './uploads';
export type { InputValues } from './wire';
