/** All that the client offers: other code imports from this file only. */
export { normalizedAddress, parseHttpUrl } from './parsing/urls';
export { appIdIn, parseAppId, readAppName, type AppRecord } from './api/apps';
export { readCreateRequest, type TaskOrder } from './api/creates';
export type { CreatedOnce } from './tasks/createOnce';
export { reword, settle, settleSync, type Settled } from './settle';
export { requireApiKey, requireCallbackToken } from './api/ownSecrets';
export { boundToken, tokenFor, bearerToken, isSameToken } from './api/callbackToken';
export { createClient, type Client } from './client';
export { downloadFile, type DownloadPorts } from './files/download';
export { createEndpoints, requireAddress } from './api/endpoints';
export {
	AiAppError,
	asAiAppError,
	executionCanceled,
	type ErrorDetails,
} from './errors/AiAppError';
export { costOf } from './errors/cost';
export { isRetryable } from './errors/retryable';
export type * from './ports';
export { requireRoom, requireRoomAhead, requireRoomThisHour } from './tasks/spendingLimits';
export { kindOf, type ErrorKind } from './errors/kinds';
export { kindOfCode } from './errors/serviceCodes';
export { extensionOf, userFileName } from './parsing/fileNames';
export { mediumOfFile } from './parsing/mimeTypes';
export { collectResults, type Collected, type KnownResults } from './tasks/collectResults';
export {
	canonicalJson,
	isBlank,
	isRecord,
	loneValue,
	numberOf,
	ownMember,
	parseJson,
	readJson,
	SWITCH_WORDS,
	switchOf,
	textOrEmpty,
} from './parsing/scalars';
export { limitsText, rangeText } from './inputs/validate';
export {
	isSeedName,
	MAX_INPUTS,
	readEveryInput,
	readInputSchema,
	type InputField,
} from './inputs/schema';
export { resolveInputs, type ResolvedInputs } from './inputs/resolve';
export { RANDOM_SEED, drawSeeds, seedsToDraw } from './inputs/seeds';
export { mapFields, type ItemFields, type MappedFields } from './inputs/mapFields';
export { readBegin, requireFitting, type FileHead } from './inputs/fittingFile';
export { readMediaValue } from './inputs/media';
export { isFileOfNode, notMedia, requireFile } from './inputs/noFile';
export { requireNoShareLink, requireOneUrl } from './inputs/fileUrls';
export { appInputs, isMedium, type AppInputs } from './inputs/appInputs';
export type { EmptyField, UserInput, UserInputs } from './inputs/userInputs';
export * from './inputs/rejections';
export {
	billedOf,
	isSpent,
	nextStep,
	stillOpen,
	idsWithoutResult,
	toldSeconds,
	withEarlier,
} from './tasks/course';
export { interruptTask, type Stopped } from './tasks/stop';
export {
	isUnread,
	lookAfterStop,
	stopThenLook,
	unreadStop,
	type StopEnd,
} from './tasks/stopThenLook';
export { excessOfText, excessOfValue, requireBounded } from './parsing/bounds';
export { createRedactor, type Redactor } from './parsing/redact';
export { counted, excerpt, groupedDigits, inOrder, quotedValue, say, visible } from './parsing/say';
export { roundedSeconds } from './parsing/say';
export { endedUnnamed, hasEnded, statusText } from './api/lifecycle';
export { completed, readEnd, resultOf, type CompletedTask } from './tasks/result';
export { runAll, runPool } from './resilience/pool';
export { probeApi, probeMetadata } from './api/probes';
export { asRequestId, requestIdIn } from './api/requestId';
export { deadlineIn, type Deadline } from './resilience/deadline';
export { isTransient, retry, retryUntil, retryWhileLate } from './resilience/retry';
export { CALLBACK_BUDGET_MS, FREE_CALLS_MS, TRANSFER_TIMEOUT_MS } from './resilience/timeLimits';
export { isPrivateHost, isReachable } from './parsing/privateHosts';
export { createRateLimiter, type RateLimiter } from './resilience/rateLimiter';
export { createAppTask, runAppTask, type AppTaskOptions } from './tasks/runApp';
export * from './tasks/pastTasks';
export { waitForTask, type WaitOptions } from './tasks/wait';
export { RESERVED_TASK_HEADERS, taskHeaderPrefix } from './api/callbackHeaders';
export type { Callback, CallbackHeaders } from './api/callbackHeaders';
export { readTaskResult, type TaskRef, type TaskResult } from './api/taskResult';
export { runModel, type ModelRun } from './tasks/runModel';
export { modelPath } from './api/models';
export { stopTasks } from './tasks/stopTasks';
export { DEFAULT_SIGNING_SCHEME, type SigningScheme } from './files/signing/sign';
export { MAX_OUTPUTS, type TaskOutput } from './api/taskOutputs';
export { createUploadCache, DEFAULT_FILE_TYPE } from './files/upload';
export { uploadName, type UploadedFile } from './files/uploadedFile';
export type { InputValues } from './api/wire';
