import { appIdIn, parseAppId, readAppName } from '../../client/api/apps';
import { tokenFor } from '../../client/api/callbackToken';
import { callbackHeaders, taskHeaderPrefix } from '../../client/api/callbackHeaders';
import { readBody } from '../../client/api/envelope';
import { modelPath } from '../../client/api/models';
import { requireApiKey, requireCallbackToken } from '../../client/api/ownSecrets';
import { readOutputs } from '../../client/api/taskOutputs';
import { readTaskStatus, serviceTimeToIso } from '../../client/api/taskStatus';
import { readUploadCredentials } from '../../client/files/uploadCredentials';
import { contentTypeOf, uploadName } from '../../client/files/uploadedFile';
import { readStorageError } from '../../client/files/uploadErrors';
import { readInputSchema } from '../../client/inputs/schema';
import { requireOneUrl, requireNoShareLink } from '../../client/inputs/fileUrls';
import { excessOfText } from '../../client/parsing/bounds';
import { userFileName } from '../../client/parsing/fileNames';
import { isPrivateHost } from '../../client/parsing/privateHosts';
import { createRedactor } from '../../client/parsing/redact';
import { retryAfterMs } from '../../client/parsing/retryAfter';
import { excerpt, quotedValue, say } from '../../client/parsing/say';
import { exactNumberOf, readJson } from '../../client/parsing/scalars';
import { sentFileName } from '../../client/parsing/sentFileName';
import { normalizedAddress, parseHttpUrl } from '../../client/parsing/urls';
import { hashOf } from '../../nodes/AiApp/memory/sameWork';
import { resultMarkdown } from '../../nodes/AiApp/io/stream/markdown';
import {
	canBeFilledIn,
	decodeFieldId,
	encodeFieldId,
	harmless,
	ownValue,
} from '../../nodes/AiApp/form/untrustedText';
import { settingsOf } from '../../nodes/AiApp/transport/credential';
import { unevaluatedIn } from '../../nodes/AiApp/facts/unevaluatedTexts';
import {
	ANSWER,
	BODY,
	FORM,
	KEY,
	MB,
	RECORD,
	redact,
	resolved,
	resultOf,
	STATUS,
} from './longestSizes.mts';

const FIELD = { key: 'a', label: 'A', kind: 'image' } as const;

/** Each function with the longest text that it may get. */
export const ofText: Readonly<Record<string, readonly [number, (text: string) => unknown]>> = {
	appIdIn: [BODY, appIdIn],
	canBeFilledIn: [20_000, canBeFilledIn],
	callbackHeaders: [
		BODY,
		(text) =>
			callbackHeaders('X-', { url: text, token: undefined, headers: [] }) &&
			callbackHeaders('X-', {
				url: 'https://a.example',
				token: '',
				headers: [{ name: text, value: text }],
			}),
	],
	contentTypeOf: [BODY, (text) => contentTypeOf(text, text)],
	createRedactor: [BODY, (text) => createRedactor([text])],
	decodeFieldId: [300 * 500, decodeFieldId],
	encodeFieldId: [300 * 500, encodeFieldId],
	exactNumberOf: [BODY, exactNumberOf],
	excerpt: [BODY, (text) => excerpt(text)],
	excessOfText: [BODY, excessOfText],
	harmless: [FORM, harmless],
	hashOf: [BODY, (text) => hashOf({ of: 1, inputs: { text } })],
	isPrivateHost: [16_384, isPrivateHost],
	modelPath: [BODY, modelPath],
	normalizedAddress: [BODY, (text) => normalizedAddress(`https://${text}`)],
	ownValue: [BODY, (text) => ownValue(`\u200b${text}`, () => ['a'])],
	parseAppId: [BODY, parseAppId],
	parseHttpUrl: [BODY, (text) => parseHttpUrl(`https://${text}`)],
	'parseHttpUrl, at its limit': [16_370, (text) => parseHttpUrl(`https://${text}`)],
	quotedValue: [BODY, quotedValue],
	readAppName: [ANSWER, (name) => readAppName({ name })],
	readBody: [ANSWER, (body) => readBody({ status: 200, headers: {}, body })],
	'readBody, refused': [ANSWER, (body) => readBody({ status: 422, headers: {}, body })],
	'readInputSchema, label': [
		ANSWER,
		(text) => readInputSchema({ input_nodes: [{ variable_name: 'a', field_label: text }] }),
	],
	'readInputSchema, key, type and default': [
		ANSWER / 4,
		(text) =>
			readInputSchema({
				input_nodes: [
					{ variable_name: text, field_type: text, node_type: text, field_value: text },
				],
			}),
	],
	readJson: [BODY, (text) => excessOfText(text) ?? readJson(text)],
	'readOutputs, one text': [ANSWER, (text) => readOutputs({ texts: [text] }, 'r-1')],
	readStorageError: [MB, (text) => readStorageError(`<Code>a</Code><Message>${text}`, [KEY])],
	readTaskStatus: [
		STATUS,
		(text) =>
			readTaskStatus({
				status: text,
				created_at: text,
				error_message: text,
				inference_cost_time: text,
			}),
	],
	readUploadCredentials: [
		RECORD,
		(region) => readUploadCredentials({ storage: { endpoint: 'a', bucket: 'b', region } }),
	],
	redact: [ANSWER, redact],
	requireApiKey: [BODY, requireApiKey],
	requireNoShareLink: [
		16_370,
		(text) => requireNoShareLink(FIELD, `https://drive.google.com/${text}`),
	],
	requireOneUrl: [BODY, (text) => requireOneUrl(FIELD, `https://a.example/${text}`)],
	sentFileName: [2_000, (text) => sentFileName({ 'content-disposition': `a; filename=${text}` })],
	requireCallbackToken: [BODY, requireCallbackToken],
	'resolveInputs, value': [BODY, (text) => resolved({ a: text, b: text, c: text, d: text })],
	'resolveInputs, name': [BODY, (text) => resolved({ [text]: 'x' })],
	resultMarkdown: [ANSWER, (text) => resultMarkdown(resultOf({ texts: [text] }), [])],
	retryAfterMs: [STATUS, retryAfterMs],
	say: [BODY, (text) => say`${text}`],
	serviceTimeToIso: [STATUS, serviceTimeToIso],
	settingsOf: [
		BODY,
		(text) => settingsOf({ taskHeaderPrefix: text, savedApps: text, apiKey: text }),
	],
	taskHeaderPrefix: [BODY, taskHeaderPrefix],
	tokenFor: [
		50_000,
		(allowedUrls) =>
			tokenFor('https://a.example', {
				token: KEY,
				ownOrigins: [],
				allowedUrls: `https://${allowedUrls}`,
			}),
	],
	unevaluatedIn: [
		BODY,
		(text) => {
			for (let at = 0; at < text.length; at += 50_000) unevaluatedIn(text.slice(at, at + 50_000));
		},
	],
	uploadName: [BODY, (name) => uploadName({ name: `${name}.png`, mimeType: '' })],
	userFileName: [BODY, (text) => userFileName(text, 0, 'r-1_1.png')],
};
