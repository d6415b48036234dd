import { defineResource } from '../../execution/operation';
import * as getTask from './getTask.operation';
import * as run from './run.operation';

export const model = defineResource('model', 'run', { getTask, run });
