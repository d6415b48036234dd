import fc from 'fast-check';
import { createdId } from '../../../client/api/creates';
import { contentTypeOf, uploadName } from '../../../client/files/uploadedFile';
import { excessOfText } from '../../../client/parsing/bounds';
import { userFileName } from '../../../client/parsing/fileNames';
import { canonicalJson } from '../../../client/parsing/scalars';
import { groupedDigits } from '../../../client/parsing/say';
import { isDefinitelyNotCreated } from '../../../client/tasks/createOnce';
import { readPayload } from '../api/payload.mts';
import { errorOf } from '../errors.mts';

const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const records = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const mixed = (levels: number) => `[1,${records(levels - 2)},{"b":"[[[["}]`;

function read(body: string, status = 200): unknown {
	return readPayload({ status, headers: {}, body });
}

describe('a response out of bounds', () => {
	it.each([
		['lists', lists],
		['records', records],
	])('is rejected from 101 levels on: %s', async (_, nested) => {
		expect(read(nested(100))).toEqual(JSON.parse(nested(100)));

		for (const levels of [101, 20_000]) {
			const error = await errorOf(() => read(nested(levels)));
			expect(error.kind).toBe('unexpected_response');
		}
	});

	it("is measured by its deepest part, and brackets in texts don't count", async () => {
		expect(read(mixed(100))).toBeInstanceOf(Array);
		expect(read(JSON.stringify(lists(5_000)))).toBe(lists(5_000));

		expect((await errorOf(() => read(mixed(150)))).kind).toBe('unexpected_response');
	});

	it.each([
		['in a record', (count: number) => JSON.stringify({ ...Array(count).fill(0) })],
		['on two levels', (count: number) => JSON.stringify([Array(count - 1).fill(0)])],
	])('is rejected from 200,001 values on as well: %s', async (_, holding) => {
		expect(read(holding(200_000))).toEqual(JSON.parse(holding(200_000)));

		const error = await errorOf(() => read(holding(200_001)));

		expect(error.kind).toBe('unexpected_response');
	});

	it("doesn't hide that a task may have been created", async () => {
		const error = await errorOf(() => createdId(read(`{"request_id":"r","x":${lists(200_000)}}`)));

		expect(isDefinitelyNotCreated(error)).toBe(false);
	});

	it('is not parsed', () => {
		const bodies = [lists(101), `[${'{},'.repeat(200_000)}{}]`];
		const parse = jest.spyOn(JSON, 'parse');

		for (const body of bodies) expect(() => read(body)).toThrow('The response');

		const parsed = parse.mock.calls.map(([text]) => text);
		expect(bodies.some((body) => parsed.includes(body))).toBe(false);
		parse.mockRestore();
	});

	it('is found whatever texts it contains', () => {
		const sign = fc.constantFrom(...'[]{}," \\\n"', '你');
		const text = fc.array(sign).map((signs) => signs.join(''));
		const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
		fc.assert(
			fc.property(value, text, fc.constantFrom(undefined, ' ', '\t'), (other, words, indent) => {
				const json = (levels: number) => {
					const nested = JSON.parse(lists(levels)) as unknown;
					return JSON.stringify({ [words]: [words, other], nested }, null, indent);
				};
				expect(excessOfText(json(99))).toBe(undefined);
				expect(excessOfText(json(100))).toContain('100 levels');
			}),
		);
	});

	it("doesn't hide the reason of a refusal", async () => {
		const body = `{"code":20052,"message":"Invalid key","data":${lists(200_000)}}`;

		expect((await errorOf(() => read(body, 401))).kind).toBe('credential');
	});
});

const withoutNull = (value: unknown) =>
	JSON.parse(JSON.stringify(value), (_, member: unknown) => member ?? 0) as unknown;

it('canonical JSON reads back as the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue().map(withoutNull), (value) => {
			expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

it('canonical JSON leaves out members that are null', () => {
	expect(canonicalJson({ a: null, b: [null, { c: null }] })).toBe('{"b":[null,{}]}');
});

it('canonical JSON does not depend on the order of members, at any depth', () => {
	const one = { a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } };
	const other = { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 };

	expect(canonicalJson(one)).toBe(canonicalJson(other));
});

const OWN = 'r-1_1.png';

it.each([
	['a name', 'A-1', 'A-1.png'],
	['a name with a dot', 'v1.2', 'v1.2.png'],
	['the same extension', 'A-1.png', 'A-1.png'],
	['the same extension in capitals', 'A-1.PNG', 'A-1.png'],
	['the extension of another type', 'photo.jpeg', 'photo.png'],
	['two extensions', 'photo.jpg.png', 'photo.jpg.png'],
	['an extension alone', '.png', OWN],
	['Chinese', '红鞋 第1款', '红鞋 第1款.png'],
	['emoji', '👟 🇪🇪 👍🏽', '👟 🇪🇪 👍🏽.png'],
	['accents', 'Crème brûlée', 'Crème brûlée.png'],
	['another script with marks', 'हिन्दी', 'हिन्दी.png'],
	['a number in parentheses', 'photo (1).jpg', 'photo (1).png'],
	['spaces around it', '  A-1  ', 'A-1.png'],
	['a path', '../../etc/passwd', '__.._etc_passwd.png'],
	['a path of Windows', 'C:\\temp\\a', 'C_temp_a.png'],
	['a hidden file', '.htaccess', '_htaccess.png'],
	['a hidden file behind an invisible mark', '\u200b.htaccess', '_htaccess.png'],
	['dots alone', '...', OWN],
	['separators alone', '///\\\\', OWN],
	['control characters alone', '\0\r\n\t', OWN],
	['a line break', 'a\r\nX-Evil: 1', 'a_X-Evil_ 1.png'],
	['a quote', 'a"; filename="b', 'a_ filename_b.png'],
	['a shell command', 'a; $(rm -rf) `b` | c', 'a_ _(rm -rf) _b_ _ c.png'],
	['marks that turn the direction', 'a\u202egnp.exe', 'agnp.exe.png'],
	['half of an emoji', 'a\ud83db', 'a_b.png'],
	['dots and spaces at the end', 'a. . .', 'a.png'],
	['nothing', '', OWN],
	['spaces', '   ', OWN],
])('a file gets a safe name from %s', (_, given, name) => {
	expect(userFileName(given, 0, OWN)).toBe(name);
});

it.each([
	[0, 'A-1.png'],
	[1, 'A-1_1.png'],
	[12, 'A-1_12.png'],
])('file %d gets %s', (n, name) => {
	expect(userFileName('A-1.png', n, `r-1_${n + 1}.png`)).toBe(name);
});

it.each([
	['no extension', 'A-1', 'A-1_1'],
	['a known extension', 'A-1.JPG', 'A-1_1.jpg'],
	['another ending', 'A-1.5', 'A-1.5_1'],
])('a name for a file without extension keeps its own ending: %s', (_, given, name) => {
	expect(userFileName(given, 1, 'r-1_2')).toBe(name);
});

it('an unknown extension is kept, and not doubled', () => {
	expect(userFileName('A-1.ply', 0, 'r-1_1.ply')).toBe('A-1.ply');
	expect(userFileName('A-1', 0, 'r-1_1.ply')).toBe('A-1.ply');
});

it.each([
	['ASCII', 'x'.repeat(300), 140],
	['Chinese', '红'.repeat(300), 46],
	['emoji', '👟'.repeat(300), 35],
	['megabytes', 'x'.repeat(5_000_000), 140],
])('a long name is cut between characters: %s', (_, given, characters) => {
	const name = userFileName(given, 0, OWN);

	expect([...name]).toHaveLength(characters + '.png'.length);
	expect(Buffer.byteLength(name)).toBeLessThan(145);
	expect(name).toMatch(/^(x|红|👟)+\.png$/u);
});

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
	[`${'a'.repeat(200)}.png`, 'image/png', `${'a'.repeat(140)}.png`],
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
	expect(error.details.reason).toBe('fileName');
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

it('a count has commas where JavaScript puts them in American English', () => {
	fc.assert(
		fc.property(fc.nat(), fc.nat({ max: 2_000 }), (any, small) => {
			for (const count of [any, small])
				expect(groupedDigits(count)).toBe(count.toLocaleString('en-US'));
		}),
	);
});
