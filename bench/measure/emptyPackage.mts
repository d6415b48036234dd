import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NODES = ['Action', 'Trigger'];
const CREDENTIAL = 'Key';

/** Writes a package of two empty nodes and a credential, which loads what n8n needs for any package. */
export async function writeEmptyPackage(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const manifest = {
		name: 'n8n-nodes-empty',
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			nodes: NODES.map((name) => `${name}.node.js`),
			credentials: [`${CREDENTIAL}.credentials.js`],
		},
	};
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	for (const name of NODES) {
		const description = {
			...{ displayName: name, name: name.toLowerCase(), group: ['transform'], version: 1 },
			...{ description: name, defaults: { name }, properties: [] },
			...{ inputs: ['main'], outputs: ['main'] },
		};
		await writeFile(
			join(folder, `${name}.node.js`),
			`exports.${name} = class { description = ${JSON.stringify(description)}; };\n`,
		);
	}
	await writeFile(
		join(folder, `${CREDENTIAL}.credentials.js`),
		`exports.${CREDENTIAL} = class { name = 'key'; displayName = 'Key'; properties = []; };\n`,
	);
}
