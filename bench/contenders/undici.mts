/** node bench/contenders/undici.mts <download | upload> <url> <file>       prints the seconds it took */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';

const [direction, url = '', file = ''] = process.argv.slice(2);
const start = performance.now();
await (direction === 'download' ? download() : upload());
process.stdout.write(String((performance.now() - start) / 1000));

async function download(): Promise<void> {
	const { statusCode, body } = await request(url);
	await pipeline(body, createWriteStream(file));
	requireSuccess(statusCode);
}

async function upload(): Promise<void> {
	const headers = { 'content-length': String(statSync(file).size) };
	const put = { method: 'PUT', headers, body: createReadStream(file) } as const;
	const { statusCode, body } = await request(url, put);
	await body.dump();
	requireSuccess(statusCode);
}

function requireSuccess(statusCode: number): void {
	if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
}
