import { defineResource } from '../../execution/operation';
import * as checkInputs from './checkInputs.operation';
import * as get from './get.operation';
import * as run from './run.operation';

export const app = defineResource('app', 'run', { checkInputs, get, run });
