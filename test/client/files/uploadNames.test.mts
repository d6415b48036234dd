import fc from 'fast-check';
import { contentTypeOf, uploadName } from '../../../client/files/uploadedFile';
import { errorOf } from '../errors.mts';

it.each([
	['photo.png', 'image/png', 'photo.png'],
	['photo.PNG', 'image/jpeg', 'photo.PNG'],
	['archive.tar.gz', 'application/gzip', 'archive.tar.gz'],
	['写真.jpg', 'image/jpeg', '写真.jpg'],
	['song.mp3', '', 'song.mp3'],
	['model.safetensors', 'application/octet-stream', 'model.safetensors'],
	['photo', 'image/png', 'photo.png'],
	['photo.', 'image/png', 'photo.png'],
	['photo', 'image/jpeg', 'photo.jpg'],
	['photo', 'image/jpg', 'photo.jpg'],
	['photo', 'IMAGE/PNG; charset=binary', 'photo.png'],
	['voice', 'audio/x-wav', 'voice.wav'],
	['clip', 'video/mp4', 'clip.mp4'],
	['data', 'audio/mpeg', 'data.mp3'],
	['Screenshot 2026-01-05 at 10.30', 'image/png', 'Screenshot 2026-01-05 at 10.30.png'],
	['v1.5 final', 'image/webp', 'v1.5 final.webp'],
	['.png', '', 'file.png'],
	['', 'image/png', 'file.png'],
	['../../etc/photo.png', 'image/png', 'photo.png'],
	['C:\\photos\\photo.png', 'image/png', 'photo.png'],
	['pho\u0000to\n.png', 'image/png', 'photo.png'],
	[`${'a'.repeat(200)}.png`, 'image/png', `${'a'.repeat(150)}.png`],
])('the file %j of type %j is uploaded as %j', (name, mimeType, expected) => {
	expect(uploadName({ name, mimeType })).toBe(expected);
});

it.each([
	['data', 'application/octet-stream'],
	['data', ''],
	['data', 'constructor'],
	['folder/', 'text/unknown'],
])('%j of type %j is rejected, and the message says what to do', async (name, mimeType) => {
	const error = await errorOf(() => uploadName({ name, mimeType }));

	expect(error.kind).toBe('upload');
	expect(error.advice).toContain('extension');
});

it('a name has no folders or control characters, is short and has an extension', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
			const given = uploadName({ name, mimeType: 'image/png' });
			expect(given).toMatch(/^[^/\\\p{Cc}]+\.[a-z0-9]{1,10}$/iu);
			expect([...given].length).toBeLessThanOrEqual(161);
		}),
	);
});

it.each([
	['image/png', 'a.png', 'image/png'],
	['Image/PNG; charset=binary', 'a.png', 'image/png'],
	['', 'a.JPG', 'image/jpeg'],
	['image/png\r\nX-Other: 1', 'a.png', 'image/png'],
	['picture', 'a.webp', 'image/webp'],
	['', 'a.xyz', 'application/octet-stream'],
])('the type %j of %s is stored as %s', (mimeType, name, expected) => {
	expect(contentTypeOf(mimeType, name)).toBe(expected);
});
