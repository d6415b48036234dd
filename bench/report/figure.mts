/** One measured quantity. All values are in `unit`; sizes in MB of 2^20 bytes. */
export type Figure = {
	readonly case: string;
	/** The day on which it was measured, as 2026-11-22. */
	readonly date: string;
	readonly what: string;
	readonly unit: string;
	readonly ours: number;
	/** The best possible result. */
	readonly ideal?: number;
	readonly peers?: Readonly<Record<string, number>>;
	readonly goal?: Goal;
	/** Average number of processes that wanted a processor, before and after. */
	readonly load: readonly [number, number];
	/** The machine's processors; cases may be measured on different machines. */
	readonly processors?: string;
};

export type Goal = { readonly says: string; readonly met: boolean };

/** A figure to which the case's name, the day and the load are still to be added. */
export type Measured = Omit<Figure, 'case' | 'date' | 'load'>;
