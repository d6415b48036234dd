import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';
import { measureCallbacks } from './callbacks.mts';
import { measureChecks } from './checks.mts';
import { measureDownload } from './download.mts';
import { measureLag } from './lag.mts';
import { measureLagBatch } from './lagBatch.mts';
import { measureLagCallback } from './lagCallback.mts';
import { measureLoad } from './load.mts';
import { measureMany } from './many.mts';
import { measureManyExecutions } from './manyExecutions.mts';
import { measureOverhead } from './overhead.mts';
import { measureSize } from './size.mts';
import { measurePaused } from './paused.mts';
import { measureStop } from './stop.mts';
import { measureUpload } from './upload.mts';
import { measureWorkers } from './workers.mts';

type Measure = (setting: Setting) => Promise<readonly Measured[]>;

/** All cases by name, in the order in which they run. */
export const CASES: Readonly<Record<string, Measure>> = {
	'many-100': measureMany,
	'many-executions': measureManyExecutions,
	stop: measureStop,
	'lag-2s': (setting) => measureLag(setting, { seconds: 2, atOnce: 1, mostLag: 0.4, maxChecks: 5 }),
	'lag-7s': (setting) => measureLag(setting, { seconds: 7, atOnce: 1, mostLag: 0.6, maxChecks: 9 }),
	'lag-60s': (setting) =>
		measureLag(setting, { seconds: 60, atOnce: 20, mostLag: 1.8, maxChecks: 27 }),
	'lag-batch': measureLagBatch,
	overhead: measureOverhead,
	'checks-10000': measureChecks,
	workers: measureWorkers,
	load: measureLoad,
	size: measureSize,
	'lag-callback': measureLagCallback,
	paused: measurePaused,
	callbacks: measureCallbacks,
	'upload-1g': measureUpload,
	'download-1g': measureDownload,
};
