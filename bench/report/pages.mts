import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUEUE_FILE } from '../queue/results.mts';
import { projectFolder } from '../setting/project.mts';
import { withComparison } from './guides.mts';
import { measuredPage, type AllResults } from './measured.mts';
import { readResults } from './results.mts';
import { readSaved } from './save.mts';

/** Writes the pages that show measurements, from the results as they were saved last. */

const benchmark = readResults();
const results = {
	...{ benchmark, queue: readSaved(QUEUE_FILE), workQueue: saved('work-queue') },
	...{ soak: saved('soak'), fuzz: saved('fuzz') },
} as AllResults;
const comparison = join(projectFolder, 'docs/guides/why-this-node.md');

writeFileSync(join(projectFolder, 'docs/development/measured.md'), measuredPage(results));
writeFileSync(comparison, withComparison(readFileSync(comparison, 'utf8'), benchmark.figures));

function saved(name: string): unknown {
	return readSaved(`docs/development/results/${name}.json`);
}
