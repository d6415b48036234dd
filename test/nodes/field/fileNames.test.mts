import { contentTypeOf, uploadName } from '../../../client/files/uploadedFile';

it.each([
	['a recording of Chrome', 'blob', 'audio/webm;codecs=opus', 'blob.webm'],
	['a recording of Safari', 'blob', 'audio/mp4; codecs="mp4a.40.2"', 'blob.m4a'],
	['a photo of an iPhone', 'IMG_0412', 'image/heif', 'IMG_0412.heif'],
	['a scan of an old browser', 'scan', 'image/pjpeg', 'scan.jpg'],
	['another one', 'scan', 'image/x-png', 'scan.png'],
	['a sound of an old browser', 'voice', 'audio/x-mpeg', 'voice.mp3'],
	['a sound of Windows', 'voice', 'audio/vnd.wave', 'voice.wav'],
	['a voice message', 'voice', 'audio/ogg; codecs=opus', 'voice.ogg'],
	['a voice of an old phone', 'voice', 'audio/amr', 'voice.amr'],
	['a film of a phone', 'clip', 'video/quicktime', 'clip.mov'],
	['a film of an old phone', 'clip', 'video/3gpp', 'clip.3gp'],
	['a film of Windows', 'clip', 'video/x-ms-wmv', 'clip.wmv'],
	['a bitmap', 'logo', 'image/x-ms-bmp', 'logo.bmp'],
	['an icon', 'logo', 'image/ico', 'logo.ico'],
	['a photo of an old program', 'scan', 'image/x-jpg', 'scan.jpg'],
	['a picture of a new one', 'scan', 'image/x-webp', 'scan.webp'],
	['a photo of a remote desktop', 'scan', 'image/x-citrix-jpeg', 'scan.jpg'],
	['a drawing of Photoshop', 'poster', 'image/x-psd', 'poster.psd'],
	['a voice of an Android phone', 'voice', 'audio/3gpp', 'voice.3gp'],
	['a voice of another one', 'voice', 'audio/mp4a-latm', 'voice.m4a'],
	['a voice in a stream', 'voice', 'audio/x-hx-aac-adts', 'voice.aac'],
	['a voice of Telegram', 'voice', 'audio/x-opus', 'voice.opus'],
	['a film of a screen', 'clip', 'video/x-webm', 'clip.webm'],
	['a film of a converter', 'clip', 'video/mkv', 'clip.mkv'],
	['a film of an old browser', 'clip', 'video/x-mpg', 'clip.mpg'],
	['a film of an old player', 'clip', 'video/x-ms-asf', 'clip.wmv'],
	['a table', 'list', 'application/csv', 'list.csv'],
	['an archive', 'photos', 'application/x-rar-compressed', 'photos.rar'],
	['capitals', 'photo', 'IMAGE/JPEG', 'photo.jpg'],
])('%s without an extension gets that of its type: %s, %s', (_, name, mimeType, expected) => {
	expect(uploadName({ name, mimeType })).toBe(expected);
});

it.each([
	['photo.final', 'image/png', 'photo.final.png'],
	['www.example.com', 'image/jpeg', 'www.example.com.jpg'],
	['report v1.draft', 'application/pdf', 'report v1.draft.pdf'],
	['Mr. Smith', 'image/webp', 'Mr. Smith.webp'],
	['take.2b', 'audio/x-wav', 'take.2b.wav'],
])("%s ends with no file's extension, so its type %s counts", (name, mimeType, expected) => {
	expect(uploadName({ name, mimeType })).toBe(expected);
});

it.each([
	['photo.jfif', 'image/jpeg'],
	['photo.JPEG', 'image/png'],
	['clip.3gp', 'video/3gpp'],
	['model.safetensors', 'application/octet-stream'],
	// n8n says text of every file that it doesn't know.
	['points.ply', 'text/plain'],
	['scene.blend', ''],
])('%s of the type %j keeps its name', (name, mimeType) => {
	expect(uploadName({ name, mimeType })).toBe(name);
});

it.each(['image/*', 'image/3gp', 'application/mp4', 'x-png', 'binary/octet-stream'])(
	'the type %s implies no extension',
	(mimeType) => {
		expect(() => uploadName({ name: 'blob', mimeType })).toThrow('has no file extension');
	},
);

it('a type is stored without its parameters', () => {
	expect(contentTypeOf('audio/webm;codecs=opus', 'a.webm')).toBe('audio/webm');
});
