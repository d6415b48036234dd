import { contentTypeOf, uploadName } from '../../../client/files/uploadedFile';
import { FILES } from '../../sampleFiles.mts';

const AVIF = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif');

it.each([
	['a recording of Chrome', 'blob', 'audio/webm;codecs=opus', 'blob.webm'],
	['a recording of Safari', 'blob', 'audio/mp4; codecs="mp4a.40.2"', 'blob.m4a'],
	['a photo of an iPhone', 'IMG_0412', 'image/heif', 'IMG_0412.heif'],
	['a scan of an old browser', 'scan', 'image/x-png', 'scan.png'],
	['a sound of an old browser', 'voice', 'audio/x-mpeg', 'voice.mp3'],
	['a voice message', 'voice', 'audio/ogg; codecs=opus', 'voice.ogg'],
	['a voice of an old phone', 'voice', 'audio/amr', 'voice.amr'],
	['a film of a phone', 'clip', 'video/quicktime', 'clip.mov'],
	['a film of an old phone', 'clip', 'video/3gpp', 'clip.3gp'],
	['a film of Windows', 'clip', 'video/x-ms-wmv', 'clip.wmv'],
	['an icon', 'logo', 'image/ico', 'logo.ico'],
	['a photo of an old program', 'scan', 'image/x-jpg', 'scan.jpg'],
	['a picture of a new one', 'scan', 'image/x-webp', 'scan.webp'],
	['a drawing of Photoshop', 'poster', 'image/x-psd', 'poster.psd'],
	['a voice of Telegram', 'voice', 'audio/x-opus', 'voice.opus'],
	['a film of a screen', 'clip', 'video/x-webm', 'clip.webm'],
	['a film of a converter', 'clip', 'video/mkv', 'clip.mkv'],
	['a film of an old browser', 'clip', 'video/x-mpg', 'clip.mpg'],
	['a table', 'list', 'application/csv', 'list.csv'],
	['an archive', 'photos', 'application/x-rar', 'photos.rar'],
	['capitals', 'photo', 'IMAGE/JPEG', 'photo.jpg'],
])('%s without an extension gets that of its type: %s, %s', (_, name, mimeType, expected) => {
	expect(uploadName({ name, mimeType })).toBe(expected);
});

it.each([
	['a scan of an old browser', FILES.jpeg, 'image/pjpeg', 'scan', 'scan.jpg'],
	['a photo of a remote desktop', FILES.jpeg, 'image/x-citrix-jpeg', 'scan', 'scan.jpg'],
	['a photo of a host that calls it a PNG', FILES.jpeg, 'image/png', 'photo', 'photo.jpg'],
	['a photo of a script', FILES.jpeg, 'text/html', 'view.php', 'view.php.jpg'],
	['a photo with the name of a text', FILES.jpeg, 'text/plain', 'photo.txt', 'photo.txt.jpg'],
	['a photo with the name of a film', FILES.jpeg, 'video/mp4', 'photo.mp4', 'photo.mp4.jpg'],
	['a photo of a temporary file', FILES.heic, 'text/plain', 'upload.tmp', 'upload.tmp.heic'],
	['a drawing', FILES.svg, 'application/octet-stream', 'logo', 'logo.svg'],
	['a bitmap', FILES.bmp, 'image/x-ms-bmp', 'logo', 'logo.bmp'],
	['a sound of Windows', FILES.wav, 'audio/vnd.wave', 'voice', 'voice.wav'],
	['a voice of an Android phone', FILES.threeGp, 'audio/3gpp', 'voice', 'voice.3gp'],
	['a voice of another one', FILES.m4a, 'audio/mp4a-latm', 'voice', 'voice.m4a'],
	['a voice in a stream', FILES.aac, 'audio/x-hx-aac-adts', 'voice', 'voice.aac'],
	['a voice that a browser records', FILES.mp4OfSound, 'audio/mp4', 'voice', 'voice.m4a'],
	['a film of an old player', FILES.asf, 'video/x-ms-asf', 'clip', 'clip.wmv'],
	['a film of a camcorder', FILES.mts, 'text/plain', 'clip.dat', 'clip.dat.ts'],
	['a film of an action camera', FILES.mp4, 'text/plain', 'GX01.LRV', 'GX01.LRV.mp4'],
	['a film that plays in a page', FILES.webm, 'binary/octet-stream', 'clip', 'clip.webm'],
	['a scan', FILES.tiff, 'application/octet-stream', 'scan', 'scan.tif'],
	['a document', FILES.pdf, 'application/octet-stream', 'bill', 'bill.pdf'],
	['an archive', FILES.zip, 'application/octet-stream', 'photos', 'photos.zip'],
	['a picture of another main brand', AVIF, 'application/octet-stream', 'logo', 'logo.avif'],
])('%s gets the extension of its bytes', (_, begin, mimeType, name, expected) => {
	expect(uploadName({ name, mimeType, begin })).toBe(expected);
});

/** A text with letters where two packets of a film would begin. */
const lettersAt = (first: number, length: number) =>
	Buffer.from(`${'x'.repeat(first)}G${'x'.repeat(length - 1)}Gxx`);

it.each([
	['list.csv', lettersAt(4, 192), 'text/csv'],
	['notes.txt', lettersAt(0, 188), 'text/plain'],
	['formats.txt', Buffer.from('FLV is old'), 'text/plain'],
	['photo.png', FILES.jpeg, 'image/png'],
	['photo.JPG', FILES.jpeg, 'text/plain'],
	['clip.mp4', FILES.mov, 'application/octet-stream'],
	['voice.m4a', FILES.mp4, 'video/mp4'],
	['a.mp4', FILES.gif, 'video/mp4'],
	['IMG_1.NEF', FILES.tiff, 'text/plain'],
	['IMG_1.DNG', FILES.tiff, 'application/octet-stream'],
	['IMG_1.CR3', FILES.cr3, 'text/plain'],
	['00012.MTS', FILES.mts, 'model/vnd.mts'],
	['00012.m2ts', FILES.mts, 'text/plain'],
	['talk.mka', FILES.mkaOfSound, 'audio/x-matroska'],
	['clip.vob', FILES.mpg, 'video/x-ms-vob'],
	['logo.svgz', FILES.gzip, 'image/svg+xml'],
	['logo.ai', FILES.pdf, 'application/postscript'],
	['chair.3mf', FILES.zip, 'text/plain'],
	['pytorch_model.bin', FILES.zip, 'application/octet-stream'],
	['photos.tgz', FILES.gzip, 'text/plain'],
	['book.epub', FILES.zip, 'application/epub+zip'],
	['bill.zip', FILES.pdf, 'application/zip'],
	['bill.docx', FILES.docx, 'application/octet-stream'],
	['page.html', Buffer.from('<html>'), 'text/html'],
])('%s keeps its name, because its bytes may have it', (name, begin, mimeType) => {
	expect(uploadName({ name, mimeType, begin })).toBe(name);
});

it.each([
	['words', Buffer.from('hello'), 'data.txt'],
	['unknown bytes', Buffer.from([0, 1, 2, 3]), undefined],
])("n8n's type for %s that have no name", (_, begin, expected) => {
	const file = { name: 'data', mimeType: 'text/plain', begin };

	if (expected === undefined) expect(() => uploadName(file)).toThrow('has no file extension');
	else expect(uploadName(file)).toBe(expected);
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
