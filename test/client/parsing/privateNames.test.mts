import { isPrivateHost, isReachable } from '../../../client/parsing/privateHosts';

it.each([
	'kubernetes.default',
	'redis.n8n',
	'redis.kube-system',
	'api.team-1',
	'vault.service.consul',
	'host.test',
	'host.invalid',
	'hidden.onion',
	'web.docker',
	'pc.workgroup',
	'Redis.Default.',
])('%s is private: clusters, networks or reserved zones resolve it', (hostname) => {
	expect(isPrivateHost(hostname)).toBe(true);
});

it.each(['localhost', '127.0.0.1', '192.168.1.7', '[::1]', 'nas', 'minio.local'])(
	'%s is private: this machine or its network',
	(hostname) => {
		expect(isPrivateHost(hostname)).toBe(true);
		expect(isPrivateHost(new URL('http://2130706433/').hostname)).toBe(true);
	},
);

it.each([
	'cdn.example.com',
	'shop.box',
	'default.com',
	'docker.io',
	'xn--bcher-kva.xn--p1ai',
	'bucket.oss-cn-hongkong.aliyuncs.com.',
])('%s is public', (hostname) => {
	expect(isPrivateHost(hostname)).toBe(false);
});

it('a service with a host in a private network opens private URLs', () => {
	const address = new URL('http://nas/photo.png');

	expect(isReachable(address, ['api.example.com', '10.0.0.5:8080'])).toBe(true);
	expect(isReachable(address, ['api.example.com', 'meta.example.com'])).toBe(false);
});
