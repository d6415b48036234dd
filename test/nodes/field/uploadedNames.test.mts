import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useService } from '../service.mts';

const service = useService();

let server: Server;
let headers: OutgoingHttpHeaders;

beforeEach(async () => {
	headers = {};
	server = createServer((_, answer) => {
		answer.writeHead(200, { 'Content-Type': 'image/png', ...headers });
		answer.end('a red kite');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
	server.closeAllConnections();
	server.close();
});

/** The name under which a file of the user's own host is uploaded. */
async function nameOf(path: string, disposition?: string): Promise<string | null> {
	if (disposition !== undefined) headers['Content-Disposition'] = disposition;
	const { port } = server.address() as AddressInfo;
	const address = `http://127.0.0.1:${port}`;
	await service.run({
		parameters: {
			...{ resource: 'file', operation: 'upload', fileSource: 'url', options: {} },
			fileUrl: `${address}${path}`,
		},
		credential: { ...service.credential, storageUrl: address },
	});
	const [token] = service.emulator.requests().filter(({ operation }) => operation === 'token');
	return new URL(token?.path ?? '', address).searchParams.get('file_name');
}

it.each([
	['Chinese', '/%E5%9B%BE%20%281%29.png', '图 (1).png'],
	['accents', '/photos/cr%C3%A8me.png', 'crème.png'],
	['a sign that ends a path', '/a%2Fb.png', 'b.png'],
	['a stray percent sign', '/100%.png', '100%.png'],
	['no extension', '/photo', 'photo.png'],
	['no name', '/', 'file.png'],
])('a URL with %s gives a file the name that people read', async (_, path, name) => {
	expect(await nameOf(path)).toBe(name);
});

it.each([
	['in quotes', 'attachment; filename="my photo.png"', 'my photo.png'],
	['without quotes', 'inline; filename=photo.png', 'photo.png'],
	['with blanks, without quotes', 'attachment; filename=my photo.png; size=10', 'my photo.png'],
	['with blanks around the sign', 'attachment; filename = "photo.png"', 'photo.png'],
	['in quotes that hosts add by mistake', `attachment; filename*="UTF-8''%E5%9B%BE.png"`, '图.png'],
	['with a quote in it', 'attachment; filename="a \\"b\\".png"', 'a "b".png'],
	[
		'in two forms',
		`attachment; filename="_ (1).png"; filename*=UTF-8''%E5%9B%BE%20%281%29.png`,
		'图 (1).png',
	],
	['encoded as in URLs', 'attachment; filename="%E5%9B%BE.png"', '图.png'],
	['as plain UTF-8', Buffer.from('attachment; filename="图.png"').toString('latin1'), '图.png'],
	['with folders', 'attachment; filename="../../etc/photo.png"', 'photo.png'],
	['without an extension', 'attachment; filename="photo.final"', 'photo.final.png'],
	['of nothing', 'attachment; filename=""', 'download.png'],
	['in no form that is known', 'attachment', 'download.png'],
])('the name that the host gives counts: %s', async (_, disposition, name) => {
	expect(await nameOf('/download?id=7', disposition)).toBe(name);
});
