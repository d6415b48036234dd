import { importsOf, type Source, targetOf } from './source.mts';

/** What the files at `from` may import; nothing is said about packages where `packages` is absent. */
type Arrow = {
	readonly from: RegExp;
	readonly packages?: RegExp;
	readonly files: RegExp;
};

/** The rooms of the client, each with those below it that it stands on. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
	tasks: ['api', 'resilience', 'errors', 'parsing', 'ports', 'settle'],
	files: ['api', 'resilience', 'errors', 'parsing', 'ports', 'settle'],
	inputs: ['api', 'errors', 'parsing', 'ports', 'settle'],
	api: ['resilience', 'errors', 'parsing', 'ports', 'settle'],
	'files/signing': ['errors', 'parsing', 'settle'],
	resilience: ['errors', 'ports', 'settle'],
	parsing: ['errors', 'settle'],
	errors: [],
	ports: [],
};

/** The first line that fits a path counts. */
const ARROWS: readonly Arrow[] = [
	...Object.entries(ROOMS)
		.toSorted(([one], [other]) => other.length - one.length)
		.map(([room, below]) => ({
			from: new RegExp(`^client/${room}/`),
			packages: /^node:crypto$/,
			files: new RegExp(`^client/(${[room, ...below].join('|')})(/|$)`),
		})),
	{ from: /^client\//, packages: /^node:crypto$/, files: /^client\// },
	{
		from: /^nodes\//,
		packages: /^(n8n-workflow|node:crypto)$/,
		files: /^(nodes\/|client\/index$)/,
	},
	{ from: /^credentials\//, packages: /^n8n-workflow$/, files: /^(?!)/ },
	{ from: /^emulator\//, packages: /^(?!n8n-|<computed>)/, files: /^emulator\// },
	{ from: /^scripts\//, files: /^(scripts\/|emulator\/|client\/index$|package$)/ },
	{ from: /^bench\//, files: /^(bench\/|emulator\/|scripts\/|client\/index$)/ },
	{ from: /^test\/e2e\//, files: /^(test\/|emulator\/|scripts\/|package$)/ },
];

export function forbiddenImports(source: Source): string[] {
	const arrow = ARROWS.find(({ from }) => from.test(source.path));
	if (!arrow) return [];
	return importsOf(source).flatMap(({ specifier }) => {
		const target = targetOf(source, specifier);
		const allowed =
			target === undefined ? arrow.packages?.test(specifier) : arrow.files.test(target);
		return (allowed ?? true) ? [] : [`${source.path} imports ${specifier}`];
	});
}

export function operationsImportingOperations(source: Source): string[] {
	if (!source.path.endsWith('.operation.ts')) return [];
	return importsOf(source)
		.filter(({ specifier }) => specifier.endsWith('.operation'))
		.map(({ specifier }) => `${source.path} imports ${specifier}`);
}

/** Each cycle as its path of files. Imports of types count: they tie files together just as well. */
export function cycles(sources: readonly Source[]): string[] {
	const files = new Map(sources.map((source) => [withoutExtension(source.path), source]));
	const done = new Set<string>();

	function visit(file: string, trail: readonly string[]): string[] {
		if (trail.includes(file)) return [[...trail.slice(trail.indexOf(file)), file].join(' -> ')];
		const source = files.get(file) ?? files.get(`${file}/index`);
		if (!source || done.has(file)) return [];
		const found = importsOf(source).flatMap(({ specifier }) => {
			const target = targetOf(source, specifier);
			return target === undefined ? [] : visit(target, [...trail, file]);
		});
		done.add(file);
		return found;
	}

	return [...files.keys()].flatMap((file) => visit(file, []));
}

function withoutExtension(file: string): string {
	return file.replace(/\.m?ts$/, '');
}
