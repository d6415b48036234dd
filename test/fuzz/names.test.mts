import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { readTaskOutputs } from '../../client/api/taskOutputs';
import { userFileName } from '../../client/parsing/fileNames';
import { contentTypeOf, uploadName } from '../../client/files/uploadedFile';
import { fuzz } from './fuzz.mts';
import { hostileText } from './hostile.mts';
import { orRefused } from './refusals.mts';

const LONGEST = 170;
const FOLDER = '/folder';
const FOLDER_OF_WINDOWS = 'C:\\folder';

function expectPlainName(name: string): void {
	expect(name).not.toMatch(/[/\\]|\p{Cc}/u);
	expect([...name].length).toBeLessThan(LONGEST);
	expect(posix.resolve(FOLDER, name)).toBe(`${FOLDER}/${name}`);
}

const output = fc.tuple(hostileText, hostileText, hostileText, fc.integer({ min: 1, max: 99 }));

fuzz('names of results', output, ([requestId, output_ext, path, n]) => {
	const object_url = `https://a.example/${path}`;
	const sent = Array.from({ length: n }, () => ({ object_url, output_ext }));
	const name = readTaskOutputs({ outputs: sent }, requestId)[n - 1]?.fileName ?? '';
	expectPlainName(name);
	expect(name).not.toMatch(/^\./);
	expect(win32.resolve(FOLDER_OF_WINDOWS, name)).toBe(`${FOLDER_OF_WINDOWS}\\${name}`);

	const given = userFileName(path, n - 1, name);
	expectPlainName(given);
	expect(given).not.toMatch(/^\.|[<>:"|?*\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
	expect(Buffer.byteLength(given)).toBeLessThan(255);
	expect(win32.resolve(FOLDER_OF_WINDOWS, given)).toBe(`${FOLDER_OF_WINDOWS}\\${given}`);
});

fuzz('names and types of uploads', fc.tuple(hostileText, hostileText), ([name, mimeType]) => {
	expect(contentTypeOf(mimeType, name)).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
	for (const given of orRefused(() => uploadName({ name, mimeType }))) {
		expectPlainName(given);
		expect(given).toMatch(/[^.]\.[A-Za-z0-9]+$/);
	}
});
