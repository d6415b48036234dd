import { gzipSync } from 'node:zlib';
import { upload } from '../storage/uploading.mts';
import { startVisit } from '../visit.mts';

const PICTURE_APP = 56258;
const PICTURE = '18:LoadImage.image';
const SECOND_MS = 1_000;

/** The task of an app that got an uploaded file, after its end. */
async function taskWith(content: Buffer) {
	const visit = await startVisit();
	const file = await upload(visit, 'photo.png', content);
	await visit.create(PICTURE_APP, { [PICTURE]: file });
	await visit.advance(60 * SECOND_MS);
	const [task] = visit.emulator.tasks();
	await visit.emulator.close();
	return task;
}

it.each([
	['is empty', Buffer.alloc(0)],
	['is a page', Buffer.from('\uFEFF \n<!DOCTYPE html><title>Log in</title>')],
	['is an answer in JSON', Buffer.from('{ "error": 1 }')],
	['is a document', Buffer.from('%PDF-1.7')],
	['is an archive', gzipSync('a red kite')],
])('a task whose file %s runs in vain, and is billed', async (_, content) => {
	expect(await taskWith(content)).toMatchObject({ status: 'Failed', billedMs: 2 * SECOND_MS });
});

it.each([
	['that nobody recognizes', Buffer.from('a red kite')],
	['of a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('bytes %s pass', async (_, content) => {
	expect(await taskWith(content)).toMatchObject({ status: 'Success' });
});
