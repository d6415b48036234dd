import type { INodeProperties } from 'n8n-workflow';
import * as getUser from './getUser.operation';
import * as getWallet from './getWallet.operation';

export const operations = { getUser, getWallet };

export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['account'] } },
		options: [
			{
				name: 'Get User',
				value: 'getUser',
				description: 'Retrieve the user that the API key belongs to',
				action: 'Get user of account',
			},
			{
				name: 'Get Wallet',
				value: 'getWallet',
				description: 'Retrieve the balance of the account',
				action: 'Get wallet of account',
			},
		],
		default: 'getWallet',
	},
	...getUser.description,
	...getWallet.description,
];
