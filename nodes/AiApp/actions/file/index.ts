import { defineResource } from '../../execution/resource';
import * as upload from './upload.operation';

export const file = defineResource('file', 'upload', { upload });
