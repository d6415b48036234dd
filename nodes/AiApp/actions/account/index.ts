import { defineResource } from '../../execution/resource';
import * as getUser from './getUser.operation';
import * as getWallet from './getWallet.operation';

export const account = defineResource('account', 'getWallet', { getUser, getWallet });
