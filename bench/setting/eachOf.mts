/** Does the work for each item, at most `atOnce` at a time; results in the order of the items. */
export async function eachOf<Item, Result>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
	const results: Result[] = [];
	const left = items.entries();
	const lane = async () => {
		for (const [index, item] of left) results[index] = await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
	return results;
}
