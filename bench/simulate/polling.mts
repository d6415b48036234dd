/**
 * npx tsx bench/simulate/polling.mts    lag and calls of polling on virtual time, by what is known of
 *                                       the app; prints, and writes docs/development/polling.md
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineOf, pageOf } from './page.mts';
import { simulate } from './simulation.mts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'development', 'polling.md');

const rows = await simulate();
for (const row of rows) console.log(lineOf(row));
await writeFile(FILE, pageOf(rows));
