import type { Changes } from './parameters.mts';

/** A run of a real n8n, measured or to be measured. They are written by hand into EXPERIMENTS_FILE. */
export type Experiment = {
	readonly says: string;
	/** Its parameters, by what is different from the usual fleet. */
	readonly changes: Changes;
	/** Left out until it's measured. */
	readonly measured?: {
		/** Where the figures are from. */
		readonly by: string;
		readonly makespanSeconds: number;
		/** Refused creates for each accepted one. */
		readonly refused?: number;
		/** The longest wait of an execution by the median. */
		readonly longest?: number;
	};
};

export const EXPERIMENTS_FILE = 'docs/development/results/fleet-experiments.json';
