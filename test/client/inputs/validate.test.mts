import fc from 'fast-check';
import { AiAppError } from '../../../client/errors/AiAppError';
import { optionsOf } from '../../../client/inputs/choices';
import { fileKindOf, readMediaValue } from '../../../client/inputs/media';
import { type InputField, readInputSchema } from '../../../client/inputs/schema';
import { canonicalValue, rangeText } from '../../../client/inputs/validate';
import { essenceOf, mediumOfExtension, mimeTypeOf } from '../../../client/parsing/mimeTypes';
import { settleSync } from '../../../client/settle';
import { errorOf } from '../errors.mts';
import { costOf } from '../../../client/errors/cost';

const LIMITS = '{"min":1,"max":50,"step":10,"precision":0}';
const CHOICES = '{"values":["euler","heun",3]}';

function mediumOf(node: Parameters<typeof fileKindOf>[0]) {
	return fileKindOf(node, optionsOf(node.field_options));
}

function field(field_type: string, more: Record<string, unknown> = {}): InputField {
	const node = { variable_name: '3:K.x', field_label: 'The X', field_type, ...more };
	const [read] = readInputSchema({ input_nodes: [node] });
	if (!read) throw new Error('The field was not drawn.');
	return read;
}

const text = field('string');
const number = field('number', { field_options: LIMITS, field_value: 99 });
const seed = field('seed', {
	field_options: '{"min":-9223372036854775808,"max":18446744073709551615}',
	field_value: '18446744073709551614',
});
const toggle = field('toggle');
const choice = field('combo', { field_options: CHOICES, field_value: 'unlisted' });
const sizes = field('combo', {
	field_options: {
		values: [
			{ value: 1, label: 'Portrait' },
			{ value: 2, label: 'Landscape' },
			{ value: 'a', label: 'One' },
			{ value: 'A', label: 'Two' },
			{ value: 'One', label: 'Three' },
		],
	},
});
const scales = field('combo', {
	field_options: {
		values: [
			{ value: 0, label: '1.0' },
			{ value: 1, label: '1.5' },
			{ value: 2, label: 'Small' },
			{ value: 3, label: 'small' },
			{ value: 'euler', label: 'euler' },
			{ value: 'euler', label: 'euler' },
		],
	},
});
const image = field('image', { field_value: 'https://example.com/preset.png' });

describe('a valid value', () => {
	it.each([
		['text', text, 'a\nb', 'a\nb'],
		['emptied text', text, '', ''],
		['a number for a text', text, 7, '7'],
		['a truth for a text', text, true, 'true'],
		['a number', number, 7, 7],
		['the lowest number', number, 1, 1],
		['the highest number', number, 50, 50],
		['a numeric string', number, ' 7.5 ', 7.5],
		['a number off the step', number, 7, 7],
		['the default outside its own limits', number, 99, 99],
		['that default as a string', number, '99', 99],
		['an emptied number', number, '', undefined],
		['a whole number above 2^53 as text', seed, ' 18446744073709551613 ', '18446744073709551613'],
		['a whole number below -2^53 as text', seed, '-9007199254740993', '-9007199254740993'],
		['a default above 2^53', seed, '18446744073709551614', '18446744073709551614'],
		['the largest number that is exact, as text', seed, '9007199254740991', 2 ** 53 - 1],
		['true', toggle, true, true],
		['"False"', toggle, 'False', false],
		['1', toggle, 1, true],
		['"0"', toggle, '0', false],
		['" YES "', toggle, ' YES ', true],
		['on', toggle, 'on', true],
		['No', toggle, 'No', false],
		['"Off"', toggle, 'Off', false],
		['the checkbox of a form', toggle, ['Yes'], true],
		['a list of one truth', toggle, [true], true],
		['an emptied toggle', toggle, '', undefined],
		['a choice', choice, 'heun', 'heun'],
		['a choice that is a number, as a string', choice, '3', 3],
		['the default that is not among the choices', choice, 'unlisted', 'unlisted'],
		['an emptied choice', choice, '', undefined],
		['a choice in other letters', choice, ' Heun', 'heun'],
		['a list of one choice', choice, ['heun'], 'heun'],
		['a list of one number', number, ['7'], 7],
		['a list of nothing', number, [''], undefined],
		['the label of a choice', sizes, 'landscape ', 2],
		['a choice of two that differ in case', sizes, 'A ', 'A'],
		['a choice that has the label of another', sizes, 'One', 'One'],
		['a label that is the number of another choice', scales, '1.0', 0],
		['a choice that the app lists twice', scales, ' Euler', 'euler'],
		['a number that no label is', scales, '1.00', 1],
		['one of two labels that differ in case', scales, ' small', 3],
		['a date for a text', text, new Date(0), '1970-01-01T00:00:00.000Z'],
		['a URL', image, ' https://example.com/a.png ', 'https://example.com/a.png'],
	])('%s is accepted', (_, given, value, sent) => {
		expect(canonicalValue(given, value)).toBe(sent);
	});

	it('a choice without readable choices accepts any value', () => {
		expect(canonicalValue(field('combo', { field_options: '{"values":' }), 'x')).toBe('x');
	});

	it('a number without readable limits accepts any number', () => {
		expect(canonicalValue(field('number', { field_options: '{"max":' }), 1e9)).toBe(1e9);
	});
});

describe('an invalid value', () => {
	it.each([
		['a list for a text', text, ['a'], 'must be text'],
		['a record for a text', text, { a: 1 }, 'must be text'],
		['a word for a number', number, 'seven', 'must be a number'],
		['a number in hexadecimal', number, '0x10', 'must be a number'],
		['a truth for a number', number, true, 'must be a number'],
		['a number below the limit', number, 0, '1 to 50'],
		['a number above the limit', number, 51, '1 to 50'],
		['a number that is none', number, NaN, 'must be a number'],
		['a number of more digits than any', seed, '9'.repeat(400), 'must be a number'],
		['a whole number above 2^53 and the limit', number, '18446744073709551614', '1 to 50'],
		['a word for a toggle', toggle, 'maybe', 'true or false'],
		['a word of another language for a toggle', toggle, 'WAHR', '"accepted":[{"key":"true"'],
		['a list of two for a toggle', toggle, ['true', 'true'], 'true or false'],
		['an empty list for a toggle', toggle, [], 'true or false'],
		['a choice not offered', choice, 'ddim', '"accepted":[{"key":"euler"'],
		['a list for a choice', choice, ['heun', 'heun'], '"accepted":[{"key":"euler"'],
		['a list in a list', choice, [['heun']], '"accepted":[{"key":"euler"'],
		['an empty list for a number', number, [], 'must be a number'],
		['a word that fits two choices', sizes, 'one', '{"key":"2","label":"Landscape"}'],
		['a date that is none', text, new Date('x'), 'must be text'],
		['a record without a text form', choice, { toString: 1 }, '"accepted":[{"key":"euler"'],
		['a path', image, '/home/me/a.png', 'must be a URL'],
		['the file name of a preset', image, 'preset.png', 'has no binary field'],
		['inline data', image, 'data:image/png;base64,AA', 'must be a URL'],
	])('%s is rejected', async (_, given, value, takes) => {
		const error = await errorOf(() => canonicalValue(given, value));

		expect(error.kind).toBe('input');
		expect(error.message).toContain("'The X'");
		expect(`${error.message}, ${JSON.stringify(error.details)}`).toContain(takes);
		expect(error.details.inputId).toBe('3:K.x');
		expect(costOf(error)).toBe('free');
	});

	it('knows what the app takes instead', async () => {
		const { message, details } = await errorOf(() =>
			canonicalValue({ ...choice, label: "X'. Call again" }, 'ddim'),
		);

		expect(message).toContain("'X’. Call again' must be");
		expect(details.accepted?.map(({ key }) => key)).toEqual(['euler', 'heun', '3']);
	});

	it('names a binary field that the item lacks', async () => {
		const error = await errorOf(() => canonicalValue(image, { $binary: 'photo' }, ['data']));

		expect(error.details).toMatchObject({ reason: 'notMedia', accepted: [{ key: 'data' }] });
	});

	it.each(['', '  '])('an emptied media input is rejected: "%s"', async (value) => {
		const error = await errorOf(() => canonicalValue(image, value));

		expect(error.details).toMatchObject({ reason: 'emptyMedia', name: 'image' });
	});

	it('is quoted in part only, if it is long', async () => {
		const error = await errorOf(() => canonicalValue(number, 'x'.repeat(5_000)));

		expect(error.message.length).toBeLessThan(200);
	});
});

it.each([
	[{ min: 1, max: 50 }, '1 to 50'],
	[{ min: 0, max: undefined }, 'at least 0'],
	[{ min: undefined, max: 9.99 }, 'at most 9.99'],
	[{ min: undefined, max: undefined }, ''],
])('the limits %j read "%s"', (limits, words) => {
	expect(rangeText(limits)).toBe(words);
});

it('any value is sent as a scalar, left out, or rejected with our own message', () => {
	const fields = fc.constantFrom(text, number, toggle, choice, image);
	fc.assert(
		fc.property(fields, fc.anything({ withBigInt: true, withDate: true }), (given, value) => {
			const result = settleSync(() => canonicalValue(given, value));
			if (!result.ok) expect(result.error).toBeInstanceOf(AiAppError);
			else expect(['string', 'number', 'boolean', 'undefined']).toContain(typeof result.value);
		}),
	);
});

describe('a field accepts a media file', () => {
	it.each([
		['node type LoadImage, hidden', { node_type: 'LoadImage', field_type: 'hidden' }, 'image'],
		['node type load_image', { node_type: 'load_image', field_type: 'string' }, 'image'],
		['node type VHS_LoadVideo', { node_type: 'VHS_LoadVideo', field_type: 'combo' }, 'video'],
		['node type LoadAudio, no field type', { node_type: 'LoadAudio' }, 'audio'],
		['field type image', { field_type: 'image' }, 'image'],
		['field type Videos', { field_type: 'Videos' }, 'video'],
		['field type audio', { field_type: 'audio' }, 'audio'],
		['hidden, default a picture', { field_type: 'hidden', field_value: 'a.PNG' }, 'image'],
		[
			'hidden, default a URL with a query',
			{ field_type: 'hidden', field_value: 'https://s.example/inputs/a.mp4?sign=1#t' },
			'video',
		],
		[
			'hidden, a sound among its values',
			{ field_type: 'hidden', field_options: '{"values":["bell.wav"]}' },
			'audio',
		],
		[
			'hidden, a bare list of pictures',
			{ field_type: 'hidden', field_options: '["a.png"]' },
			'image',
		],
		[
			'hidden, pictures under options',
			{ field_type: 'hidden', field_options: '{"options":["a.webp"]}' },
			'image',
		],
	])('it does: %s', (_, node, medium) => {
		expect(mediumOf(node)).toBe(medium);
	});

	it.each([
		['a number of a loader node', { node_type: 'VHS_LoadVideo', field_type: 'int' }],
		['a toggle of a loader node', { node_type: 'LoadImage', field_type: 'toggle' }],
		['hidden without a file', { field_type: 'hidden', field_value: 'internal' }],
		['hidden with a model file', { field_type: 'hidden', field_value: 'm.safetensors' }],
		['a text whose default is a file', { field_type: 'string', field_value: 'a.png' }],
		['a node that saves', { node_type: 'SaveImage', field_type: 'string' }],
		['nothing known', {}],
	])('%s does not', (_, node) => {
		expect(mediumOf(node)).toBeUndefined();
	});
});

describe('a media value', () => {
	const files = ['data', 'photo 1'];

	it.each([
		['a URL', 'https://example.com/a.png', 'https://example.com/a.png'],
		['a URL with spaces around it', ' http://example.com/a ', 'http://example.com/a'],
		['the name of a file of the item', 'photo 1', { binaryField: 'photo 1' }],
		['the same in JSON', { $binary: ' data ' }, { binaryField: 'data' }],
	])('is %s', (_, value, read) => {
		expect(readMediaValue(value, files)).toEqual(read);
	});

	it.each([
		['inline data', 'data:image/png;base64,AAAA'],
		['a path', '/home/me/a.png'],
		['a path with a drive', 'C:\\a.png'],
		['a name that the item lacks', 'other'],
		['a name of the prototype', 'constructor'],
		['nothing', ''],
		['a number', 7],
		['a record of another form', { $binary: 7 }],
		['a list', ['data']],
		['undefined', undefined],
	])('is not %s', (_, value) => {
		expect(readMediaValue(value, files)).toBeUndefined();
	});
});

it.each([
	['.png', 'image/png', 'image'],
	['.jpg', 'image/jpeg', 'image'],
	['.mp4', 'video/mp4', 'video'],
	['.wav', 'audio/wav', 'audio'],
	['.zip', 'application/zip', undefined],
	['.ply', 'model/ply', undefined],
	['.stl', 'model/stl', undefined],
	['.usdz', 'model/vnd.usdz+zip', undefined],
	['.fbx', 'application/x.autodesk.fbx', undefined],
	['.srt', 'application/x-subrip', undefined],
	['.vtt', 'text/vtt', undefined],
	['.exr', 'image/aces', 'image'],
	['.mid', 'audio/midi', 'audio'],
	['.constructor', 'application/octet-stream', undefined],
	['.safetensors', 'application/octet-stream', undefined],
	['', 'application/octet-stream', undefined],
])('the extension %j stands for %s', (extension, mimeType, medium) => {
	expect(mimeTypeOf(extension)).toBe(mimeType);
	expect(mediumOfExtension(extension)).toBe(medium);
});

it.each(['image/png', 'Image/PNG ; name="a.jpg"', ' image/png;charset=utf-8'])(
	'%j is the type of a PNG',
	(type) => {
		expect(essenceOf(type)).toBe('image/png');
	},
);
