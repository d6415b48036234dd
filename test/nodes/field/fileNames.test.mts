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

it('a type is stored without its parameters', () => {
	expect(contentTypeOf('audio/webm;codecs=opus', 'a.webm')).toBe('audio/webm');
});
