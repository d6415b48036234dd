import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in YAML, with its name. */
export type YamlFile = { readonly file: string; readonly text: string };

/** The YAML files of a folder. */
export function yamlIn(folder: string): readonly YamlFile[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.yml'))
		.map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }));
}
