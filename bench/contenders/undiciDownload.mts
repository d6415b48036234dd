/** node bench/contenders/undiciDownload.mts <url> <file>       prints the milliseconds it took */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';

const [url = '', file = ''] = process.argv.slice(2);
const start = performance.now();
const { statusCode, body } = await request(url);
await pipeline(body, createWriteStream(file));
if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
process.stdout.write(String(performance.now() - start));
