import { startStub, type StubAnswer, type StubRequest } from './stubServer.mts';

type Photo = { readonly src: string; readonly name: string; readonly alt: string };
export type Product = {
	readonly id: number;
	readonly name: string;
	readonly images: ReadonlyArray<Photo & { readonly id: number }>;
};
type Change = { readonly id: number; readonly body: unknown };

export type Shop = {
	readonly url: string;
	readonly key: { readonly consumerKey: string; readonly consumerSecret: string };
	/** What was written to products. */
	readonly changes: readonly Change[];
	close(): Promise<void>;
};

const KEY = { consumerKey: 'ck_of_a_shop', consumerSecret: 'cs_of_a_shop' };
const PATH = '/wp-json/wc/v3/products';

/**
 * The REST API of WooCommerce, as far as the example uses it.
 * @param isBroken whether a product can't be changed
 */
export async function startShop(
	products: readonly Product[],
	isBroken: (id: number) => boolean,
): Promise<Shop> {
	const changes: Change[] = [];
	const basic = Buffer.from(`${KEY.consumerKey}:${KEY.consumerSecret}`).toString('base64');
	const withLink = (product: Product) => {
		const _links = { self: [{ href: `${server.url}${PATH}/${product.id}` }] };
		return { ...product, _links };
	};

	function answer({ method, path, headers, body }: StubRequest): StubAnswer {
		if (headers.authorization !== `Basic ${basic}`) return { status: 401, content: {} };
		if (method === 'GET' && path === PATH) return { content: products.map(withLink) };
		const id = Number(path.slice(PATH.length + 1));
		const known = products.find((product) => product.id === id);
		if (method !== 'PUT' || !known) return { status: 404, content: {} };
		if (isBroken(id)) return { status: 400, content: { message: 'Invalid image' } };
		changes.push({ id, body: JSON.parse(body.toString('utf8')) as unknown });
		return { content: withLink(known) };
	}

	const server = await startStub(answer);
	return { url: server.url, key: KEY, changes, close: server.close };
}
