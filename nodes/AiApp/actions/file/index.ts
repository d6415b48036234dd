import { defineResource } from '../../execution/operation';
import * as upload from './upload.operation';

export const file = defineResource('file', 'upload', { upload });
