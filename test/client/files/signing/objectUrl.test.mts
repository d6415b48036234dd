import { storageUrl } from '../../../../client/files/signing/objectUrl';
import { errorOf } from '../../errors.mts';

const target = { bucket: 'photos', region: 'oss-cn-shanghai', objectKey: 'inputs/a b.png' };

it.each([
	['oss-cn-shanghai.aliyuncs.com', 'https://photos.oss-cn-shanghai.aliyuncs.com/inputs/a%20b.png'],
	['https://s3.example.com/', 'https://photos.s3.example.com/inputs/a%20b.png'],
	['http://s3.example.com:8080', 'http://photos.s3.example.com:8080/inputs/a%20b.png'],
	['s3.example.com:8443', 'https://photos.s3.example.com:8443/inputs/a%20b.png'],
	['127.0.0.1:9000', 'https://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://127.0.0.1:9000', 'http://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://127.1:9000', 'http://127.0.0.1:9000/photos/inputs/a%20b.png'],
	['http://[::1]:9000', 'http://[::1]:9000/photos/inputs/a%20b.png'],
	['http://localhost:9000', 'http://localhost:9000/photos/inputs/a%20b.png'],
])('at the endpoint %s an object has the URL %s', (endpoint, url) => {
	expect(storageUrl({ ...target, endpoint }).href).toBe(url);
});

it.each(['', 'ftp://files.example.com', 'https://', 'a b', 'http://[::1'])(
	'the endpoint %j is rejected',
	async (endpoint) => {
		const error = await errorOf(() => storageUrl({ ...target, endpoint }));

		expect(error.kind).toBe('upload');
	},
);

it.each(['', 'evil.example.com/', 'user@evil.example.com', 'a#b', 'a:80', '../b'])(
	'the bucket %j is rejected, because it would lead to another host or object',
	async (bucket) => {
		const error = await errorOf(() =>
			storageUrl({ ...target, bucket, endpoint: 's3.example.com' }),
		);

		expect(error.kind).toBe('upload');
	},
);

it.each([
	'../other/x.png',
	'inputs/../../other/x.png',
	'./x.png',
	'inputs/..',
	'inputs/\ud800.png',
])(
	'the key %j is rejected, because the object would get another name or none',
	async (objectKey) => {
		const error = await errorOf(() =>
			storageUrl({ ...target, objectKey, endpoint: 'http://127.0.0.1:9000' }),
		);

		expect(error.kind).toBe('upload');
	},
);
