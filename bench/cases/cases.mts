import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';
import { measureLag } from './lag.mts';
import { measureLoad } from './load.mts';
import { measureMany } from './many.mts';
import { measureManyExecutions } from './manyExecutions.mts';
import { measureOverhead } from './overhead.mts';
import { measureSize } from './size.mts';
import { measureTransfer } from './transfer.mts';

type Measure = (setting: Setting) => Promise<readonly Measured[]>;

/** All cases by name, in the order in which they run. `scripts/commands.mjs` offers these names. */
export const CASES: Readonly<Record<string, Measure>> = {
	lag: measureLag,
	'many-100': measureMany,
	'many-executions': measureManyExecutions,
	overhead: measureOverhead,
	transfer: measureTransfer,
	load: measureLoad,
	size: measureSize,
};
