import type { Quirks } from './quirks.mts';

type Holder = {
	readonly apiKey: string;
	readonly quirks: Quirks;
	readonly addresses: { readonly storage: string };
};

type AccountRead = {
	readonly host: 'api' | 'meta';
	readonly path: string;
	readonly record: (holder: Holder) => object;
};

const GIFTS = { gift_balance: 899 };
const REST = { recharge_balance: 12000, total_available_coupons: 2, credits_today_expired: 10 };

/** What the account can be asked for. Like the service it omits fields that are 0. */
export const ACCOUNT_READS = {
	wallet: {
		host: 'api',
		path: '/v1/wallet',
		record: ({ quirks }) => ({ ...GIFTS, ...(!quirks.giftWallet && REST) }),
	},
	/** Like the service it includes the masked API key. */
	user: {
		host: 'meta',
		path: '/v1/user/info',
		record: ({ apiKey, addresses }) => ({
			id: 'u_sample_user',
			nick_name: 'Sample User',
			status: 'normal',
			level: 'basic',
			level_display_name: 'Basic',
			api_key: `${apiKey.slice(0, 8)}****${apiKey.slice(-4)}`,
			avatar: `${addresses.storage}/samples/portrait.png`,
			third_party_binds: [],
			email: 'user@example.com',
			language: 'en',
		}),
	},
} as const satisfies Record<string, AccountRead>;

export type AccountReadName = keyof typeof ACCOUNT_READS;
