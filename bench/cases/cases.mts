import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';
import { measureCallbacks } from './callbacks.mts';
import { measureDownload } from './download.mts';
import { measureLag } from './lag.mts';
import { measureLagCallback } from './lagCallback.mts';
import { measureMany } from './many.mts';
import { measureSleeping } from './sleeping.mts';
import { measureStop } from './stop.mts';
import { measureUpload } from './upload.mts';

type Measure = (setting: Setting) => Promise<readonly Measured[]>;

/** All cases by name, in the order in which they run. */
export const CASES: Readonly<Record<string, Measure>> = {
	'many-100': measureMany,
	stop: measureStop,
	'lag-2s': (setting) => measureLag(setting, 2),
	'lag-7s': (setting) => measureLag(setting, 7),
	'lag-callback': measureLagCallback,
	'sleeping-200': measureSleeping,
	callbacks: measureCallbacks,
	'upload-1g': measureUpload,
	'download-1g': measureDownload,
};
