/** Settings that tests may change while the emulator runs. */
export type Settings<Values> = {
	current(): Values;
	/** Missing members keep their values. */
	change(changes: Partial<Values>): void;
	clear(): void;
};

/** `clear` restores the defaults. */
export function createSettings<Values>(defaults: Values): Settings<Values> {
	let current = defaults;
	return {
		current: () => current,
		change: (changes) => void (current = { ...current, ...changes }),
		clear: () => void (current = defaults),
	};
}
