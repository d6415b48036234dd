import { defineResource } from '../../execution/operation';
import * as getUser from './getUser.operation';
import * as getBalance from './getBalance.operation';

export const account = defineResource('account', 'getBalance', { getUser, getBalance });
