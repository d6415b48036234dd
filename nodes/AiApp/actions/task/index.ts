import { defineResource } from '../../execution/operation';
import * as cancel from './cancel.operation';
import * as getOutputs from './getOutputs.operation';
import * as getStatus from './getStatus.operation';
import * as interrupt from './interrupt.operation';
import * as stop from './stop.operation';
import * as wait from './wait.operation';

export const task = defineResource('task', 'getOutputs', {
	cancel,
	getOutputs,
	getStatus,
	interrupt,
	stop,
	wait,
});
