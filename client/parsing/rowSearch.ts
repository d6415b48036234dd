/** This many characters of a secret in a row give it away. */
export const TELLING = 12;

/** Looked up only once, because it's called several times for each character. */
const { imul } = Math;

/** Odd numbers: their powers distinguish the places within a row. */
const [BASE, OTHER_BASE, SPREAD] = [0x2c9277b5, 0x5f356495, 0x9e3779b1];
const [HIGHEST, OTHER_HIGHEST] = [powerOf(BASE), powerOf(OTHER_BASE)];

/** Characters to search in one step: 80 ms of work at most, if each of them ends a known row. */
const STEP = 2 ** 21;

const SMALLEST = 2 ** 10;
const SLOTS = 2 ** 16;

/**
 * Finds every row of 12 characters that occurs in one of several texts, at any place. Two numbers
 * identify a row: another row has the same two with a chance of 1 in 2^63. The first number is
 * computed from that of the previous row. So the time depends only on the length of the text,
 * however many rows are known or repeated.
 */
export function createRunSearch() {
	let table = createTable(SMALLEST);

	return {
		add(text: string): void {
			let number = 0;
			for (let end = 1; end <= text.length; end++) {
				number = numberOfRow(text, end, number);
				if (end < TELLING) continue;
				if (table.count * 2 >= table.size) table = grown(table);
				table.add(number, otherNumberOfRow(text, end));
			}
		},

		/**
		 * The text with one mark in place of rows that overlap. A long text takes several steps.
		 */
		*replaceIn(text: string, mark: string): Generator<undefined, string> {
			const search: Search = { text, mark, table, shown: '', replaced: 0, number: 0 };
			for (let begin = 0; begin < text.length; begin += STEP) {
				if (begin > 0) yield;
				searchPart(search, begin, Math.min(begin + STEP, text.length));
			}
			return search.replaced === 0 ? text : search.shown + text.slice(search.replaced);
		},
	};
}

/** What is known of a text up to the end of a step. */
type Search = {
	readonly text: string;
	readonly mark: string;
	readonly table: Table;
	shown: string;
	/** How much of the text is in `shown`, or was replaced. */
	replaced: number;
	/** That of the row that ends there. */
	number: number;
};

/** A function by itself: V8 doesn't optimize a loop of a generator while it runs. */
function searchPart(search: Search, begin: number, last: number): void {
	const { text, mark, table } = search;
	let { number } = search;
	let other = 0;
	let otherEnd = 0;
	for (let end = begin + 1; end <= last; end++) {
		number = numberOfRow(text, end, number);
		if (!table.mayHave(number) || end < TELLING) continue;
		const isNext = end - otherEnd === 1;
		other = isNext ? nextOtherNumber(text, end, other) : otherNumberOfRow(text, end);
		otherEnd = end;
		if (!table.has(number, other)) continue;
		const from = end - TELLING;
		if (from >= search.replaced) search.shown += text.slice(search.replaced, from) + mark;
		search.replaced = end;
	}
	search.number = number;
}

/** @param before the number of the row that ends one character earlier */
function numberOfRow(text: string, end: number, before: number): number {
	const gone = end > TELLING ? letterAt(text, end - TELLING - 1) : 0;
	return (imul(before - imul(gone, HIGHEST), BASE) + letterAt(text, end - 1)) | 0;
}

function otherNumberOfRow(text: string, end: number): number {
	let number = 0;
	for (let at = end - TELLING; at < end; at++)
		number = (imul(number, OTHER_BASE) + letterAt(text, at)) | 0;
	return number;
}

/** The other number of a row, computed from that of the row that ends one character earlier. */
function nextOtherNumber(text: string, end: number, before: number): number {
	const gone = letterAt(text, end - TELLING - 1);
	return (imul(before - imul(gone, OTHER_HIGHEST), OTHER_BASE) + letterAt(text, end - 1)) | 0;
}

/** What a row's first character is multiplied by in the number of the row. */
function powerOf(base: number): number {
	return Array.from({ length: TELLING - 1 }).reduce((power: number) => imul(power, base), 1);
}

/** Gives both cases of a letter the same number. Other characters rarely share one. */
function letterAt(text: string, at: number): number {
	return text.charCodeAt(at) | 0x20;
}

type Table = ReturnType<typeof createTable>;

/** A set of pairs of numbers. The second is odd, so that 0 stands for an empty place. */
function createTable(size: number) {
	const numbers = new Int32Array(size);
	const others = new Int32Array(size);
	/** Rules out most rows of a text by a part of their first number. */
	const begun = new Uint8Array(SLOTS);
	const shift = 32 - Math.log2(size);
	let count = 0;

	/** The place of a pair, or the empty one where it would be. */
	function placeOf(number: number, other: number): number {
		let place = imul(number, SPREAD) >>> shift;
		while (others[place] !== 0 && (numbers[place] !== number || others[place] !== other))
			place = (place + 1) & (size - 1);
		return place;
	}

	return {
		...{ size, numbers, others },
		get count() {
			return count;
		},
		mayHave: (number: number) => begun[number & (SLOTS - 1)] !== 0,
		has: (number: number, other: number) => others[placeOf(number, other | 1)] !== 0,
		add(number: number, other: number): void {
			const place = placeOf(number, other | 1);
			if (others[place] === 0) count += 1;
			begun[number & (SLOTS - 1)] = 1;
			numbers[place] = number;
			others[place] = other | 1;
		},
	};
}

function grown({ size, numbers, others }: Table): Table {
	const larger = createTable(size * 2);
	for (let place = 0; place < size; place++) {
		const other = others[place] ?? 0;
		if (other !== 0) larger.add(numbers[place] ?? 0, other);
	}
	return larger;
}
