import { accountAddresses, type Account } from '../../client/api/account';
import { createEndpoints } from '../../client/api/endpoints';

const ADDRESSES = accountAddresses(
	createEndpoints({ baseUrl: 'https://api.example', metadataUrl: 'https://meta.example' }),
);

/** The account's resources, by the names of client and emulator: a new one is tested at once. */
export const ACCOUNT_READS = Object.keys(ADDRESSES) as (keyof Account)[];

/** The path of a read. */
export function accountPath(read: keyof Account): string {
	return new URL(ADDRESSES[read]).pathname;
}
