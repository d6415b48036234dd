/** Settings that tests may change while the emulator runs. */
export type Settings<Values> = {
	current(): Values;
	/** Changes what is to come; members left out stay. */
	change(changes: Partial<Values>): void;
	clear(): void;
};

/** Settings that begin, and after `clear` begin again, as `defaults`. */
export function createSettings<Values>(defaults: Values): Settings<Values> {
	let current = defaults;
	return {
		current: () => current,
		change: (changes) => void (current = { ...current, ...changes }),
		clear: () => void (current = defaults),
	};
}
