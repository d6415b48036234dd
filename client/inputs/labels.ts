type Labeled = {
	readonly key: string;
	readonly label: string;
	/** Texts that may tell the input apart from others with the same label, best first. */
	readonly marks: ReadonlyArray<string | undefined>;
};

/** A longer label is cut: no form has room for the rest, and labels are compared for each item. */
export const LONGEST_LABEL = 200;

/** A longer mark would leave no room for the label. */
const MARK_LENGTH = 60;

/**
 * The labels of an app's inputs by key, none twice: authors who rename nothing publish several inputs
 * of one label, and a form, a message and JSON have to name each of them. What tells them apart comes
 * first, because the editor cuts long labels.
 */
export function distinctLabels(inputs: readonly Labeled[]): ReadonlyMap<string, string> {
	const byLabel = new Map<string, Labeled[]>();
	for (const input of inputs) {
		const equal = byLabel.get(input.label) ?? [];
		equal.push(input);
		byLabel.set(input.label, equal);
	}
	return new Map(
		[...byLabel.values()].flatMap((equal) => {
			const marks = equal.length > 1 ? marksFor(equal) : [];
			return equal.map(({ key, label }, n) => [key, marks[n] ? `${marks[n]}: ${label}` : label]);
		}),
	);
}

/**
 * The best kind of mark that every one of the inputs has, and that is different for each. If
 * there's no such kind, their keys.
 */
function marksFor(equal: readonly Labeled[]): string[] {
	for (const n of equal[0]?.marks.keys() ?? []) {
		const marks = equal.map(({ marks }) => marks[n]?.slice(0, MARK_LENGTH) ?? '');
		const differ = new Set(marks.map((mark) => mark.toLowerCase())).size === equal.length;
		if (differ && !marks.includes('')) return marks;
	}
	return equal.map(({ key }) => key);
}
