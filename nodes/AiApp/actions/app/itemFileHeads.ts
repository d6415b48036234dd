import { readMediaValue, runPool, settle, type FileHead } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemInputs } from './userInputs';

/**
 * What is known of an item's files before they're sent, by binary field.
 * @throws AiAppError kind `input` for one that n8n couldn't read
 */
export type FileHeads = (binaryField: string) => FileHead;

/** The files that the values of an item name, whether or not their inputs take files. */
export async function readFileHeads({
	binaryFields,
	files,
	overrides,
	values,
}: ItemInputs): Promise<FileHeads> {
	const given = [...Object.values(values), ...overrides.map(({ value }) => value)];
	const named = given.flatMap((value) => {
		const media = readMediaValue(value, binaryFields);
		return typeof media === 'object' ? media.binaryField : [];
	});
	const reading = [...new Set(named)].map(
		async (field) => [field, await settle(() => files.source(field))] as const,
	);
	const heads = new Map(await Promise.all(reading));
	return (field) => {
		const head = heads.get(field);
		if (head?.ok) return head.value;
		throw head?.error ?? new Error('No value names this file');
	};
}

/**
 * Several items are read at once, because remote binary stores answer slowly. There are only a few,
 * because n8n opens a file for each.
 */
const CONCURRENT_ITEMS = 8;

/** The heads of the files of all items to check, by item index. */
export async function readAllFileHeads(
	{ breaks }: Pick<ExecutionContext, 'breaks'>,
	items: readonly { readonly itemIndex: number; readonly inputs: ItemInputs }[],
): Promise<ReadonlyMap<number, FileHeads>> {
	const heads = new Map<number, FileHeads>();
	await runPool(items, CONCURRENT_ITEMS, async ({ inputs, itemIndex }) => {
		await breaks.take();
		heads.set(itemIndex, await readFileHeads(inputs));
	});
	return heads;
}
