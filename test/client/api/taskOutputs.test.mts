import fc from 'fast-check';
import { outputFileName } from '../../../client/parsing/fileNames';
import { readTaskOutputs } from '../../../client/api/taskOutputs';

const URL_OF_FILE = 'https://storage.example/outputs/a_00001_.PNG';
const GOOD = {
	object_url: URL_OF_FILE,
	output_ext: '.png',
	cost_time: 10,
	error_type: 'NOT_ERROR',
};

function read(...outputs: unknown[]) {
	return readTaskOutputs({ outputs }, 'r-1');
}

describe('an output is usable', () => {
	it.each([
		['with NOT_ERROR and no audit_status', {}],
		['approved', { audit_status: 2 }],
		['with the audit pending', { audit_status: 1 }],
		['without error_type', { error_type: undefined }],
		['with an empty error_type', { error_type: '' }],
	])('it is usable %s', (_, more) => {
		expect(read({ ...GOOD, ...more })[0]).toMatchObject({ ok: true, rejected: false });
	});
});

describe('an output is not usable', () => {
	it.each([
		['rejected by the audit', { audit_status: 3 }, true],
		['rejected, as a string', { audit_status: '3' }, true],
		['after an audit that went wrong', { audit_status: 4 }, false],
		['with a code of its own', { error_type: 'EXECUTION_ERROR' }, false],
		[
			'rejected inside the app',
			{ error_type: 'COMFY_ERROR', error_msg: 'failed with http code: 422' },
			true,
		],
		['with a word that only looks similar', { error_type: 'X', error_msg: 'code: 4221' }, false],
		['without a URL', { object_url: undefined }, false],
		['with an invalid URL', { object_url: 'outputs/a.png' }, false],
		['with a URL of another scheme', { object_url: 'file:///etc/passwd' }, false],
	])('it is not usable: %s', (_, more, rejected) => {
		expect(read({ ...GOOD, ...more })[0]).toMatchObject({ ok: false, rejected });
	});
});

it.each([
	...['http code: 422', 'code: 422', 'blocked by content_filter', 'Sensitive content'],
	...['NSFW detected', 'policy violation', '审核未通过', '包含敏感内容', '内容违规'],
])('the reason "%s" means that the content was rejected', (reason) => {
	expect(read({ ...GOOD, error_type: 'X', error_msg: reason })[0]).toMatchObject({
		rejected: true,
	});
	expect(read({ ...GOOD, error_msg: reason })[0]).toMatchObject({ ok: true, rejected: false });
});

it.each([
	['error_msg', { error_msg: 'why' }],
	['error_message', { error_message: 'why' }],
])('the reason may stand in %s', (_, more) => {
	const [output] = read({ error_type: 'EXECUTION_ERROR', ...more });

	expect(output).toMatchObject({ message: 'why', errorType: 'EXECUTION_ERROR' });
});

it('a code has 200 characters of which people see all', () => {
	const error_type = `A\u{E0041}\n${'x'.repeat(50_000)}`;

	const [{ errorType = '' } = {}] = read({ error_type });

	expect(errorType).toMatch(/^A x+$/);
	expect(errorType.length).toBeLessThan(200);
});

describe('the extension', () => {
	it.each([
		['is given with its dot', { output_ext: '.png' }, '.png'],
		['is given without its dot', { output_ext: 'MP4' }, '.mp4'],
		['may be long', { output_ext: '.safetensors' }, '.safetensors'],
		['is from the URL if none is given', { output_ext: '' }, '.png'],
		['is from the URL if the given one is invalid', { output_ext: '../x' }, '.png'],
		[
			'is unknown when neither has one',
			{ output_ext: undefined, object_url: 'https://storage.example/outputs/a?b=.png' },
			'',
		],
	])('%s', (_, more, ext) => {
		expect(read({ ...GOOD, ...more })[0]?.fileName).toBe(`r-1_1${ext}`);
	});
});

it.each([
	['null', { outputs: null }],
	['absent', {}],
	['an empty record', { outputs: {} }],
	['a list of nothing', { outputs: [null, '', ' '] }],
	['no list', { outputs: 'a list' }],
])('outputs that are %s are ignored', (_, record) => {
	expect(readTaskOutputs(record, 'r-1')).toEqual([]);
});

it.each([
	['a text', { text: 'a caption', output_ext: '.txt', error_type: 'NOT_ERROR' }, 'a caption'],
	['a record without the names of the specification', { cat: 0.9 }, '{"cat":0.9}'],
	['a word', 'a caption', 'a caption'],
	['a URL', URL_OF_FILE, undefined],
])('an output that is %s is usable', (_, sent, text) => {
	const url = text === undefined ? URL_OF_FILE : undefined;
	const record = typeof sent === 'object' ? sent : text === undefined ? { url } : { text };

	expect(read(sent)[0]).toMatchObject({ ok: true, record });
	expect(read(sent)[0]?.text).toBe(text);
	expect(read(sent)[0]?.url).toBe(url);
});

it.each([
	['nothing but a reason', { error_msg: 'why' }, 'why'],
	['nothing at all', {}, undefined],
])('a record with %s is not usable, and not a text', (_, sent, message) => {
	expect(read(sent)[0]).toMatchObject({ ok: false, message });
	expect(read(sent)[0]).not.toHaveProperty('text');
});

it.each([
	['an output', GOOD, { ok: true, url: URL_OF_FILE }],
	['a reason', { error_type: 'OOM', error_msg: 'why' }, { ok: false, message: 'why' }],
])('a record of %s in place of a list is one output', (_, outputs, output) => {
	expect(readTaskOutputs({ outputs }, 'r-1')).toMatchObject([output]);
	expect(readTaskOutputs({ outputs }, 'r-1')).toHaveLength(1);
});

it.each([
	['was rejected', { audit_status: 3 }],
	['was not checked', { audit_status: 4 }],
	['has a code of its own', { error_type: 'EXECUTION_ERROR' }],
])('a text that %s is not usable, and not shown', (_, more) => {
	const [output] = read({ text: 'a caption', ...more });

	expect(output).toMatchObject({ ok: false });
	expect(output).not.toHaveProperty('text');
});

it('the record of an output is kept as sent', () => {
	expect(read({ ...GOOD, more: 1 })[0]?.record).toEqual({ ...GOOD, more: 1 });
});

describe('the name of an output file', () => {
	it.each([
		['8307183e-5d33', 1, '.png', '8307183e-5d33_1.png'],
		['8307183e-5d33', 12, undefined, '8307183e-5d33_12'],
		['../../etc/passwd', 1, '.png', '__.._etc_passwd_1.png'],
		['..\\..\\a', 1, '.png', '__.._a_1.png'],
		['a"; rm -rf', 1, '.png', 'a___rm_-rf_1.png'],
		['x'.repeat(300), 1, '.png', `${'x'.repeat(100)}_1.png`],
		['', 1, '.png', '_1.png'],
	])('is safe for task %s, number %d', (requestId, n, ext, name) => {
		expect(outputFileName(requestId, n, ext)).toBe(name);
	});

	it('is safe for file systems and headers, whatever the service sends', () => {
		const outputs = fc.array(
			fc.record({ object_url: fc.oneof(fc.webUrl(), fc.anything()), output_ext: fc.anything() }),
		);
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), outputs, (requestId, sent) => {
				for (const { fileName } of readTaskOutputs({ outputs: sent }, requestId))
					expect(fileName).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
			}),
		);
	});
});
