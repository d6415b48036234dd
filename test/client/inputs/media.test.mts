import { mediaKindOf, readMediaValue } from '../../../client/inputs/media';
import { mediumOfExtension, mimeTypeOf } from '../../../client/parsing/mimeTypes';

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
	])('%s', (_, node, medium) => {
		expect(mediaKindOf(node)).toBe(medium);
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
		expect(mediaKindOf(node)).toBeUndefined();
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
	['.constructor', 'application/octet-stream', undefined],
	['.safetensors', 'application/octet-stream', undefined],
	['', 'application/octet-stream', undefined],
])('the extension %j stands for %s', (extension, mimeType, medium) => {
	expect(mimeTypeOf(extension)).toBe(mimeType);
	expect(mediumOfExtension(extension)).toBe(medium);
});
