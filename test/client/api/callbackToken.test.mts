import { boundToken, tokenFor } from '../../../client/api/callbackToken';

const TOKEN = 'callback-token-0123456789';
const TRIGGER = 'https://n8n.example.com/webhook/5b1f/ai-app-task';

describe('a token that is bound to a URL', () => {
	it('is the HMAC of the URL with the token as its key, in hexadecimal', () => {
		// echo -n "$TRIGGER" | openssl dgst -sha256 -hmac "$TOKEN"
		expect(boundToken(TOKEN, TRIGGER)).toBe(
			'831d926c293ce9757bab0aaff3ee54dcacfea4711d6ab7f707bc9a5aeb56055e',
		);
	});

	it.each([
		`${TRIGGER}/`,
		` ${TRIGGER} `,
		`${TRIGGER}?a=1`,
		`${TRIGGER}#a`,
		TRIGGER.replace('n8n.example.com', 'N8N.Example.com:443'),
		TRIGGER.replace('/webhook/', '/webhook/x/../'),
	])('is the same for %j', (url) => {
		expect(boundToken(TOKEN, url)).toBe(boundToken(TOKEN, TRIGGER));
	});

	it.each([
		TRIGGER.replace('/webhook/', '/webhook-test/'),
		TRIGGER.replace('5b1f', '5B1F'),
		TRIGGER.replace('https:', 'http:'),
		TRIGGER.replace('.com', '.com:8443'),
		TRIGGER.replace('n8n.', 'n8n2.'),
		`${TRIGGER}/more`,
		`${TRIGGER}%2F`,
	])('is different for %j', (url) => {
		expect(boundToken(TOKEN, url)).toMatch(/^[0-9a-f]{64}$/);
		expect(boundToken(TOKEN, url)).not.toBe(boundToken(TOKEN, TRIGGER));
	});

	it('is different for another token', () => {
		expect(boundToken(`${TOKEN}0`, TRIGGER)).not.toBe(boundToken(TOKEN, TRIGGER));
	});

	it('is missing for an invalid URL', () => {
		expect(boundToken(TOKEN, 'my trigger')).toBeUndefined();
	});
});

describe('the token that is sent', () => {
	const rules = {
		token: TOKEN,
		ownOrigins: ['https://n8n.example.com'],
		allowedUrls:
			'https://a.example.com/hooks/,https://b.example.com:8443\nhttps://n8n.example.com not-an-address',
	};

	it('a URL of this n8n instance gets a token that is bound to it, whatever else is allowed', () => {
		expect(tokenFor(TRIGGER, rules)).toBe(boundToken(TOKEN, TRIGGER));
	});

	it.each([
		'https://a.example.com/hooks',
		'https://a.example.com/hooks/?a=1',
		'https://A.example.com:443/hooks/1/2',
		'https://b.example.com:8443/',
		'https://b.example.com:8443/x',
	])('an allowed URL gets the token itself: %j', (url) => {
		expect(tokenFor(url, rules)).toBe(TOKEN);
	});

	it.each([
		'https://a.example.com/',
		'https://a.example.com/hooks2',
		'https://a.example.com/hooks/../x',
		'https://a.example.com/hooks/%2e%2e/x',
		'https://a.example.com/hooks%2f1',
		'http://a.example.com/hooks',
		'https://a.example.com:8443/hooks',
		'https://a.example.com.evil.example/hooks',
		'https://a.example.com@evil.example/hooks',
		'https://evil.example/https://a.example.com/hooks',
		'https://b.example.com/',
		'https://n8n.example.com.evil.example/webhook',
		'not-an-address',
		'',
	])('any other URL gets none: %j', (url) => {
		expect(tokenFor(url, rules)).toBeUndefined();
	});
});
