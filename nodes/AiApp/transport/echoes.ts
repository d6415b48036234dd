import type { Http } from '../../../client/index';

/** Shorter texts are no secrets, and may stand in any answer by chance. */
const SHORTEST_SECRET = 12;

/**
 * The same, with answers that do not hold the secrets which were sent: pages of gateways quote the
 * request, and some services quote the key they refuse.
 */
export function withoutEchoes(http: Http, secrets: readonly (string | undefined)[]): Http {
	const known = secrets
		.map((secret = '') => secret.trim())
		.filter(({ length }) => length >= SHORTEST_SECRET);
	return {
		...http,
		call: async (request) => {
			const answer = await http.call(request);
			if ('noAnswer' in answer) return answer;
			const text = known.reduce((body, secret) => body.replaceAll(secret, '…'), answer.body);
			return { ...answer, body: text };
		},
	};
}
