import { knownFields } from '../../client/api/account';
import { boundToken } from '../../client/api/callbackToken';
import { createdId, readCreateRequest } from '../../client/api/creates';
import { readOutputs } from '../../client/api/taskOutputs';
import { say } from '../../client/parsing/say';
import { settleSync } from '../../client/settle';
import { storageUrl } from '../../client/files/signing/objectUrl';
import { nameInForm, shownFields } from '../../nodes/AiApp/form/shownFields';
import { appItem } from '../../nodes/AiApp/io/items/appItem';
import type { IDataObject } from 'n8n-workflow';
import { itemFiles } from '../../nodes/AiApp/io/binary/source';
import { createNodeLedger } from '../../nodes/AiApp/memory/ledger';
import { appInputs } from '../../client/inputs/appInputs';
import { mapFields } from '../../client/inputs/mapFields';
import { readMediaValue } from '../../client/inputs/media';
import { seedsToDraw } from '../../client/inputs/seeds';
import { readInputSchema } from '../../client/inputs/schema';
import { excessOfValue } from '../../client/parsing/bounds';
import { hashOf } from '../../nodes/AiApp/memory/sameWork';
import { boundedForModel } from '../../nodes/AiApp/io/items/plainItems';
import { callbackItem, taskItems } from '../../nodes/AiApp/io/items/taskItems';
import { resultMarkdown } from '../../nodes/AiApp/io/stream/markdown';
import { recordWithoutSecrets, secretRedactor } from '../../nodes/AiApp/transport/withoutSecrets';
import { ANSWER, BODY, full, KEY, RECORD, redact, resolved, resultOf } from './longestSizes.mts';

function once<Value>(make: () => Value): () => Value {
	let made: Value | undefined;
	return () => (made ??= make());
}

const list = <Value,>(count: number, each: (n: number) => Value) =>
	Array.from({ length: count }, (_, n) => each(n));
const record = <Value,>(count: number, each: (n: number) => Value) =>
	Object.fromEntries(list(count, (n) => [`name ${n}`, each(n)]));

/** As many inputs, choices and letters as an app may have. */
const HUGE_APP = {
	input_nodes: list(2_000, (n) => ({
		variable_name: `${n}:Node.f${n}`,
		field_label: full(3_000, 'Label Ж'),
		field_type: 'combo',
		field_options: JSON.stringify(list(10, (c) => `{{${c}${full(100, '{')}`)),
	})),
};
const HUGE = readInputSchema(HUGE_APP);
const HUGE_INPUTS = appInputs(HUGE);
const MANY_OUTPUTS = list(66_000, (n) => ({ object_url: `https://a.example/${n}.png`, a: 1 }));
const BLANKS = ' '.repeat(BODY);
const FILES = list(1_000, (n) => `file ${n}`);
const MANY_CHOICES = appInputs(
	HUGE.slice(0, 1).map((field) => ({
		...field,
		choices: list(20_000, (n) => ({ value: `${n}`, label: '' })),
	})),
);

const MAPPED = appInputs(
	readInputSchema({
		input_nodes: [
			{ variable_name: 'a', field_label: 'A', field_type: 'string' },
			{ variable_name: 'b', field_label: 'Shared', field_type: 'string' },
			{ variable_name: 'c', field_label: 'Shared', field_type: 'string' },
			{ variable_name: 'd', field_label: 'A much longer label', field_type: 'string' },
		],
	}),
);

/** An item whose fields have one name, and differ in the blanks around it. */
function mapped(name: string): unknown {
	const blanks = (n: number) => Array.from(n.toString(6), (digit) => '\t\n \r\u00a0\u2003'[+digit]);
	const values = Object.fromEntries(list(100_000, (n) => [`${name}${blanks(n).join('')}`, n]));
	return mapFields(MAPPED, { values, files: [], columns: { values: [], files: [] } });
}

const NAMES = list(2_000, (n) => [`${n}${'İ'.repeat(3_000)}`, 'x'] as const);

/** Functions of values, with as many of them as may be. */
const LISTED = {
	_files: record(10_000, (n) => ({ mimeType: 'image/png', fileName: `${n}` })),
};

/** That of an execution whose earlier try has created a task for each of 10,000 items. */
const LEDGER = once(() => {
	const context = {};
	const ctx = {
		getContext: () => context,
		getNode: () => ({ type: 'aiApp' }),
		getExecutionId: () => '1',
		evaluateExpression: () => 0,
	};
	const ledger = createNodeLedger(ctx as never, () => ({ entries: {} }));
	for (let itemIndex = 0; itemIndex < 10_000; itemIndex++) {
		const work = { itemIndex, variations: 1, of: 1, inputs: { itemIndex }, typed: '' };
		const [key = ''] = ledger.claim(work);
		ledger.write(key, { tasks: [{ requestId: `r-${itemIndex}` }] });
	}
	return ledger;
});

/** What keeps n8n from other work for a while only if it was slow for each of these. */
const times = (count: number, work: () => unknown) => list(count, work).length;

const ABOUT = { name: 'a', description: '\n'.repeat(ANSWER) };
const BRACES = readInputSchema({
	input_nodes: list(2_000, (n) => ({
		variable_name: `${n}`,
		field_type: 'string',
		field_value: '{'.repeat(5_000),
	})),
});
const LONG_CHOICE = { value: 1, label: '\u200d'.repeat(ANSWER / 3) };
const TEXTS = resultOf(list(1_000, () => ({ text: 'https://a.example/'.repeat(120) })));
const LONG_HOSTS = list(1_000, () => ({ object_url: `http://${'ü.'.repeat(3_000)}e` }));
const LONG_KEY = { endpoint: 'a.example', bucket: 'b', region: 'r', objectKey: '!'.repeat(RECORD) };

export const ofValues: Readonly<Record<string, () => unknown>> = {
	'appItem, a description of 10 MB of lines, 10 times': () =>
		times(10, () => appItem(1, ABOUT, { inputs: [], template: {} })),
	'appInputs, 2,000 defaults of braces, 20 times': () =>
		times(20, () => appInputs(BRACES, nameInForm)),
	'appInputs, 2,000 inputs of 10 MB': () => appInputs(HUGE),
	'boundedForModel, 200,000 values': () =>
		boundedForModel({ json: { a: list(199_000, (n) => `${n}`) } }),
	'boundToken, 16 MB': () => boundToken(full(BODY, 'a'), 'https://a.example'),
	'callbackItem, 1,000 outputs': () => callbackItem(resultOf(MANY_OUTPUTS), {}),
	'createdId, 200,000 values': () => createdId(record(199_000, (n) => n)),
	'seedsToDraw, 2,000 overrides': () =>
		seedsToDraw(
			HUGE_INPUTS,
			NAMES.map(([key]) => ({ key, value: 'x' })),
		),
	'knownFields, 20,000 values': () => knownFields(record(20_000, (n) => `${n}`)),
	'excessOfValue, 16 MB of values': () => excessOfValue(list(199_999, (n) => [n])),
	'hashOf, 20,000 values': () => hashOf(record(20_000, (n) => `value ${n}`)),
	'itemFiles, 5,000 values beside 10,000 files': () => {
		const { nameOf } = itemFiles({ getInputData: () => [{ json: LISTED }] } as never, 0);
		return list(5_000, (n) => nameOf({ mimeType: 'image/png', fileName: `${n}` }));
	},
	'ledger, the tasks of 10,000 items': () => list(10_000, (n) => LEDGER().ofItem(n)),
	'mapFields, 100,000 names of one input': () => mapped('a'),
	'mapFields, 100,000 names that two inputs share': () => mapped('Shared'),
	'readInputSchema, a choice with a label of 10 MB, 60 times': () =>
		times(60, () =>
			readInputSchema({
				input_nodes: [{ variable_name: 'a', field_type: 'combo', field_options: [LONG_CHOICE] }],
			}),
		),
	'readCreateRequest, 20,000 members': () => readCreateRequest(record(20_000, (n) => n) as never),
	'readMediaValue, 16 MB of blanks beside 1,000 files': () => readMediaValue(BLANKS, FILES),
	'readInputSchema, 2,000 inputs of 10 MB': () => readInputSchema(HUGE_APP),
	'readOutputs, 1,000 long host names, 30 times': () =>
		times(30, () => readOutputs(LONG_HOSTS, 'r-1')),
	'readOutputs, 66,000 outputs': () => readOutputs(MANY_OUTPUTS, 'r-1'),
	'recordWithoutSecrets, 2 MB of values': () =>
		recordWithoutSecrets(
			record(60_000, (n) => `value number ${n}`),
			redact,
		),
	'redact, 10 MB of keys': () => redact(full(ANSWER, KEY)),
	'resolveInputs, 2,000 long names': () => resolved(Object.fromEntries(NAMES), HUGE_INPUTS),
	'resolveInputs, 16 MB of blanks, 20,000 choices': () =>
		resolved({ [HUGE[0]?.key ?? '']: BLANKS }, MANY_CHOICES),
	'resolveInputs, 2,000 wrong choices': () =>
		resolved(Object.fromEntries(HUGE.map(({ key }) => [key, 'no choice'])), HUGE_INPUTS),
	'resolveInputs, 2,000 right choices': () =>
		resolved(
			Object.fromEntries(HUGE.map(({ key, choices }) => [key, choices.at(-1)?.value])),
			HUGE_INPUTS,
		),
	'resultMarkdown, 1,000 long texts, 200 times': () => times(200, () => resultMarkdown(TEXTS, [])),
	'resultMarkdown, 1,000 outputs': () => resultMarkdown(resultOf(MANY_OUTPUTS), []),
	'say, 20,000 texts of URLs within URLs': () =>
		list(20_000, () => say`${'https://'.repeat(250)}`).length,
	'secretRedactor, 1,000 tokens': () =>
		secretRedactor(list(1_000, (n) => boundToken(KEY, `https://a.example/${n}`))),
	'shownFields, 2,000 defaults of braces, 20 times': () => times(20, () => shownFields(BRACES)),
	'storageUrl, a key of 2 MB, 20 times': () =>
		times(20, () => settleSync(() => storageUrl(LONG_KEY))),
	'shownFields, 2,000 inputs of 10 MB': () => shownFields(HUGE),
	'taskItems, 200 files with 20,000 values of their item each': () =>
		taskItems(resultOf(MANY_OUTPUTS.slice(0, 200)), [], {
			...{ simplify: true, oneItemPerFile: true, outputField: 'data' },
			inputFields: { body: record(20_000, () => ({ a: 1 })) } as IDataObject,
		}),
};
