/** Settings that tests may change while the emulator runs. */
export type SetupBook<Setup> = {
	current(): Setup;
	/** Changes what is to come; members left out stay. */
	change(setup: Partial<Setup>): void;
	clear(): void;
};

/** Settings that begin, and after `clear` begin again, as `defaults`. */
export function createSetupBook<Setup>(defaults: Setup): SetupBook<Setup> {
	let setup = defaults;
	return {
		current: () => setup,
		change: (changes) => void (setup = { ...setup, ...changes }),
		clear: () => void (setup = defaults),
	};
}
