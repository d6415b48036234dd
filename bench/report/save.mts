import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setting/project.mts';

/** The results in a file of the project, as they were measured last. */
export function readSaved<Results>(file: string): Results {
	return JSON.parse(readFileSync(join(projectFolder, file), 'utf8')) as Results;
}

/** Replaces the results in a file, or says that it doesn't. */
export function saveIf(isWanted: boolean, file: string, results: object): void {
	if (isWanted)
		writeFileSync(join(projectFolder, file), `${JSON.stringify(results, undefined, '\t')}\n`);
	console.log(
		isWanted
			? `Saved in ${file}. \`npm run generate\` brings it into the documents.`
			: 'Nothing was saved. With --write, these figures replace the earlier ones.',
	);
}
