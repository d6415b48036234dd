/**
 * Fails as long as something is left that a person has to enter before a release.
 * Usage: node scripts/releaseGate.mjs [folder of the repository]
 *
 * Built-in modules only: a release asks it before anything is installed.
 * docs/development/first-release.md says how each point is settled.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const LOCKFILES = ['package-lock.json', 'n8n/package-lock.json'];
const WORKFLOWS = '.github/workflows';
const FROZEN = 'test/frozen/workflows';

const read = (file) => readFileSync(join(folder, file), 'utf8');
const readJson = (file) => JSON.parse(read(file));

function authorPoints() {
	const { email = '' } = readJson('package.json').author ?? {};
	const receivesMail =
		/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(email) && !/noreply|example\./i.test(email);
	return receivesMail ? [] : [`package.json: ${email} receives no mail`];
}

/** npm checks a package against its checksum only if the lockfile has one. Own folders come from Git. */
function lockfilePoints() {
	return LOCKFILES.flatMap((file) =>
		Object.entries(readJson(file).packages)
			.filter(([path]) => path.includes('node_modules/'))
			.filter(([, { integrity, link }]) => !link && !integrity)
			.map(([path]) => `${file}: ${path} has no checksum`),
	);
}

/** A tag can be moved to another image, a digest can't. */
function imagePoints() {
	const workflows = readdirSync(join(folder, WORKFLOWS)).map((name) => `${WORKFLOWS}/${name}`);
	return ['compose.yaml', ...workflows].flatMap((file) =>
		[...read(file).matchAll(/^\s*(?:image|container): (\S+)/gm)]
			.filter(([, image]) => !/@sha256:[0-9a-f]{64}$/.test(image))
			.map(([, image]) => `${file}: ${image} has no digest`),
	);
}

function versionPoints() {
	const { name, version } = readJson('package.json');
	const listed = read('compose.yaml').includes(`"name": "${name}", "version": "${version}"`);
	return listed ? [] : [`compose.yaml: installs another version than ${version}`];
}

/** After the first release the frozen workflows stay as they are. */
function frozenPoints() {
	const isFirst = read('CHANGELOG.md').match(/^## \d/gm)?.length === 1;
	if (!isFirst) return [];
	return readdirSync(join(folder, 'workflows'))
		.filter((file) => file.endsWith('.json'))
		.filter((file) => {
			const copy = join(FROZEN, file);
			return !existsSync(join(folder, copy)) || read(copy) !== read(`workflows/${file}`);
		})
		.map((file) => `${FROZEN}: ${file} is not the one in workflows`);
}

const points = [authorPoints, lockfilePoints, imagePoints, versionPoints, frozenPoints].flatMap(
	(find) => find(),
);
for (const point of points) console.error(point);
if (points.length > 0) process.exitCode = 1;
console.log(points.length === 0 ? 'Nothing is left.' : `${points.length} points are left.`);
