/** node bench/contenders/undiciUpload.mts <url> <file>         prints the milliseconds it took */
import { createReadStream, statSync } from 'node:fs';
import { request } from 'undici';

const [url = '', file = ''] = process.argv.slice(2);
const start = performance.now();
const { statusCode, body } = await request(url, {
	method: 'PUT',
	headers: { 'content-length': String(statSync(file).size) },
	body: createReadStream(file),
});
await body.dump();
if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
process.stdout.write(String(performance.now() - start));
