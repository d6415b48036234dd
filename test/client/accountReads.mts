import { createEndpoints } from '../../client/api/endpoints';

const { account } = createEndpoints({
	baseUrl: 'https://api.example',
	metadataUrl: 'https://meta.example',
});

export type AccountRead = keyof typeof account;

/** The account's resources, by the names of client and emulator: a new one is tested at once. */
export const ACCOUNT_READS = Object.keys(account) as AccountRead[];

/** The path of a read. */
export function accountPath(read: AccountRead): string {
	return new URL(account[read]).pathname;
}
