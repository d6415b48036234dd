import {
	isFileOfNode,
	isRecord,
	requireFile,
	requireFitting,
	type Deadline,
	type ModelRun,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemFiles } from '../../io/binary/source';
import { parameterValues, type ParameterValue } from './parameterValues';

/** Parameters of a model with `{"$binary": "data"}` in them, and the files of their item. */
type WithFiles = { readonly parameters: ModelRun['parameters']; readonly files: ItemFiles };

type FileParameter = ParameterValue<Readonly<Record<string, unknown>>>;

/**
 * The values that stand for files: `{"$binary": "data"}`, and those that an expression returned, of
 * this item or another.
 */
function namedFilesIn({ files, parameters }: WithFiles): readonly FileParameter[] {
	return parameterValues(
		parameters,
		(value): value is Readonly<Record<string, unknown>> =>
			isRecord(value) &&
			('$binary' in value || files.nameOf(value) !== undefined || isFileOfNode(value)),
	);
}

/** How errors name a file's parameter. The kind is `text`, because what a model takes is unknown. */
function namedInErrors({ name }: ParameterValue) {
	return { key: name, label: name, kind: 'text' } as const;
}

function binaryFieldOf(file: FileParameter, { named, names }: ItemFiles): string {
	return requireFile(namedInErrors(file), named(file.value), names).binaryField;
}

/**
 * Checks the files before anything is paid for.
 * @throws AiAppError kind `input` if one isn't there, or isn't what its name promises
 */
export async function checkFiles({ files, parameters }: WithFiles): Promise<void> {
	const checked = new Set<string>();
	for (const file of namedFilesIn({ files, parameters })) {
		const binaryField = binaryFieldOf(file, files);
		// It may be named thousands of times.
		if (checked.has(binaryField)) continue;
		checked.add(binaryField);
		requireFitting(await files.source(binaryField), namedInErrors(file));
	}
}

/**
 * Uploads the files that the parameters name, each once in a try of the node.
 * @returns the parameters with the URLs in their place
 */
export async function uploadFiles(
	{ uploads }: ExecutionContext,
	{ files, parameters }: WithFiles,
	deadline: Deadline,
): Promise<ModelRun['parameters']> {
	const uploading = namedFilesIn({ files, parameters }).map(async (file) => {
		const source = await files.source(binaryFieldOf(file, files));
		return [file.value, (await uploads.upload(source, deadline)).url] as const;
	});
	const urls = new Map(await Promise.all(uploading));
	return withUrls(parameters, urls) as ModelRun['parameters'];
}

function withUrls(value: unknown, urls: ReadonlyMap<unknown, string>): unknown {
	const url = urls.get(value);
	if (url !== undefined) return url;
	if (Array.isArray(value)) return value.map((each: unknown) => withUrls(each, urls));
	if (!isRecord(value)) return value;
	const members = Object.entries(value).map(([name, each]) => [name, withUrls(each, urls)]);
	return Object.fromEntries(members);
}
