import type { FastifyInstance } from 'fastify';
import { keyRoute } from '../http/access.mts';
import type { Service } from '../service/service.mts';
import { envelope } from '../wire/envelope.mts';

const GIFTS = { gift_balance: 899 };
const REST = { recharge_balance: 12000, total_available_coupons: 2, credits_today_expired: 10 };

/** The wallet, on the main host. Like the service it omits members that are 0. */
export function walletRoutes(app: FastifyInstance, service: Service): void {
	app.get('/v1/wallet', keyRoute('wallet', service), async () =>
		envelope({ ...GIFTS, ...(!service.quirks.giftWallet && REST) }),
	);
}

/** The user, on the metadata host. Like the service it includes the masked API key. */
export function userRoutes(app: FastifyInstance, service: Service): void {
	app.get('/v1/user/info', keyRoute('user', service), async () =>
		envelope({
			id: 'u_sample_user',
			nick_name: 'Sample User',
			status: 'normal',
			level: 'basic',
			level_display_name: 'Basic',
			api_key: `${service.apiKey.slice(0, 8)}****${service.apiKey.slice(-4)}`,
			avatar: `${service.addresses.storage}/samples/portrait.png`,
			third_party_binds: [],
			email: 'user@example.com',
			language: 'en',
		}),
	);
}
