import { withoutSecrets } from '../../client/api/account';
import { normalizedAddress, parseHttpUrl } from '../../client/parsing/urls';
import { parseAppId } from '../../client/api/apps';
import { settleSync } from '../../client/settle';
import { callbackHeaders } from '../../client/api/callbackHeaders';
import { readPayload } from '../client/api/payload.mts';
import { outputFileName } from '../../client/parsing/fileNames';
import { choicesOf, optionsOf } from '../../client/inputs/choices';
import { readInputSchema } from '../../client/inputs/schema';
import { resolveInputs } from '../../client/inputs/resolve';
import { canonicalJson } from '../../client/parsing/json';
import { mediaKindOf } from '../../client/inputs/media';
import { extensionOfMime } from '../../client/parsing/mimeTypes';
import { modelPath } from '../../client/api/models';
import { requireShallow } from '../../client/parsing/nesting';
import { isPrivateHost } from '../../client/parsing/privateHosts';
import { excerpt, excerptOfHtml } from '../../client/parsing/say';
import { retryAfterMs } from '../../client/parsing/retryAfter';
import { storageUrl } from '../../client/files/signing/storageUrl';
import { readStorageError } from '../../client/files/storageError';
import { taskHeaderPrefix } from '../../client/api/taskHeaders';
import { readTaskOutputs } from '../../client/api/taskOutputs';
import { readTaskStatus } from '../../client/api/taskStatus';
import { serviceTimeToMs } from '../../client/parsing/serviceTime';
import { bearerToken } from '../../client/api/bearerToken';
import { contentTypeOf, uploadName } from '../../client/files/uploadNames';
import { canBeFilledIn, harmless } from '../../nodes/AiApp/methods/foreignText';
import { encodeFieldId, decodeFieldId } from '../../nodes/AiApp/methods/mapperFieldId';
import { createRedactor } from '../../nodes/AiApp/transport/redact';

const PREFIX = 'X-Service-Task-';
const URL = 'https://a.example/';
const SECRET = 'a-secret-of-the-storage';
const ESCAPED_SECRET = SECRET.replaceAll('-', '\\u002d');

/** Everything that reads a text which somebody else wrote. */
export const TEXT_READERS: Readonly<Record<string, (text: string) => unknown>> = {
	'the number of an app': parseAppId,
	'the address of an app page': (text) => parseAppId(`https://a.example/${text}`),
	'an address of the credential': normalizedAddress,
	'a private host': isPrivateHost,
	'any address': parseHttpUrl,
	'the name of an upload': (name) => uploadName({ name, mimeType: 'image/png' }),
	'the type of an upload': (mimeType) => contentTypeOf(mimeType, 'a.png'),
	'the extension of a type': extensionOfMime,
	'the name of a result': (id) => outputFileName(id, 1, '.png'),
	'the prefix of task headers': taskHeaderPrefix,
	'the name of a task header': (name) =>
		callbackHeaders(PREFIX, { url: URL, token: undefined, headers: [{ name, value: '' }] }),
	'the value of a task header': (value) =>
		callbackHeaders(PREFIX, { url: URL, token: value, headers: [{ name: 'A', value }] }),
	'the address of a callback': (url) => callbackHeaders(PREFIX, { url, token: '', headers: [] }),
	'the path of a model': modelPath,
	'a token': bearerToken,
	'a time': serviceTimeToMs,
	'Retry-After': retryAfterMs,
	'a quoted answer': excerpt,
	'a quoted page': excerptOfHtml,
	'an answer': (body) => readPayload({ status: 200, headers: {}, body }),
	'a message of the service': (message) =>
		readPayload({ status: 400, headers: {}, body: JSON.stringify({ code: message, message }) }),
	'an answer that may echo a secret': createRedactor([SECRET]),
	'an answer that hides a secret': (text) =>
		createRedactor([SECRET])(`["${ESCAPED_SECRET}",${JSON.stringify(text)}]`),
	'a refusal of the storage': (text) => readStorageError(text, [SECRET]),
	'a message of the storage': (text) =>
		readStorageError(`<Message>${text}</Message>`, [SECRET, text]),
	'the key of an object': (objectKey) =>
		storageUrl({ endpoint: 'a.example', bucket: 'b', region: 'r', objectKey }),
	'the endpoint of a storage': (endpoint) =>
		storageUrl({ endpoint, bucket: 'b', region: 'r', objectKey: 'a' }),
	'field options': (text) => choicesOf(optionsOf(text)),
	'an input of an app': (text) =>
		readInputSchema({
			input_nodes: [
				{ variable_name: text, field_label: text, field_type: text, field_value: text },
				{ variable_name: 'b', field_type: 'number', field_name: text, field_value: text },
			],
		}),
	'a medium': (text) =>
		mediaKindOf({ node_type: text, field_type: 'hidden', field_value: text, field_options: text }),
	'a text for a parameter': (text) => [harmless(text), canBeFilledIn(text)],
	'a form field': (key) => decodeFieldId(encodeFieldId(key)),
	'a status': (text) =>
		readTaskStatus({ status: text, created_at: text, ended_at: text, error_message: text }),
	'an output': (text) =>
		readTaskOutputs({ outputs: [{ object_url: text, output_ext: text, error_msg: text }] }, 'r-1'),
};

const field = (n: number) => ({
	variable_name: `${n}:Node.text`,
	field_label: `Input ${n}`,
	field_type: 'string',
});

function numbered<Member>(count: number, memberOf: (n: number) => Member): Member[] {
	return Array.from({ length: count }, (_, n) => memberOf(n));
}

/** Everything that reads a list or a record which somebody else wrote, made before it is timed. */
export const LIST_READERS: Readonly<Record<string, (count: number) => () => unknown>> = {
	'the inputs of an app': (count) => {
		const app = { input_nodes: numbered(count, field) };
		return () => readInputSchema(app);
	},
	'values for inputs': (count) => {
		const schema = readInputSchema({ input_nodes: numbered(count, field) });
		const values = Object.fromEntries(numbered(count, (n) => [`${n}:Node.text`, 'a']));
		const overrides = numbered(count, (n) => ({ key: `Input ${n}`, value: 'b' }));
		return () => resolveInputs(schema, { values, overrides, binaryFields: [] });
	},
	choices: (count) => {
		const options = numbered(count, (n) => ({ id: n, name: `${n}` }));
		return () => choicesOf({ values: options });
	},
	outputs: (count) => {
		const outputs = numbered(count, (n) => ({ object_url: `${URL}${n}.png`, output_ext: 'png' }));
		return () => readTaskOutputs({ outputs }, 'r-1');
	},
	'an account': (count) => {
		const record = Object.fromEntries(numbered(count, (n) => [`name${n}`, { n }]));
		return () => withoutSecrets(record);
	},
	'a record in records': (count) => {
		const record: unknown = JSON.parse(`${'{"a":'.repeat(count)}1${'}'.repeat(count)}`);
		return () => settleSync(() => requireShallow(record, {}));
	},
	'records side by side': (count) => {
		const records = numbered(count, (n) => ({ n: [{ n }] }));
		return () => requireShallow(records, {});
	},
	'work for the ledger': (count) => {
		const record = Object.fromEntries(numbered(count, (n) => [`name${n}`, { n }]));
		return () => canonicalJson(record);
	},
};

/** A refusal takes its time as well. */
export function orRefusal(read: (text: string) => unknown, text: string): () => unknown {
	return () => settleSync(() => read(text));
}
