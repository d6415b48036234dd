/**
 * Prints the changelog of a version; fails if there is none, or no date.
 * Usage: node scripts/notesOfRelease.mjs 1.2.3 [changelog]
 */
import { readFileSync } from 'node:fs';

const [version, file = 'CHANGELOG.md'] = process.argv.slice(2);
const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
if (section === undefined) throw new Error(`${file} says nothing of ${version}.`);
const [heading, ...lines] = section.split('\n');
if (!/\(\d{4}-\d{2}-\d{2}\)$/.test(heading)) throw new Error(`No date in "${heading}" of ${file}.`);
console.log(lines.join('\n').trim());
