import { defineResource } from '../../execution/resource';
import * as get from './get.operation';
import * as run from './run.operation';

export const app = defineResource('app', 'run', { get, run });
