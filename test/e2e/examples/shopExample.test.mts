import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { readRows } from '../stage/dataTables.mts';
import { startShop, type Product, type Shop } from '../stage/shop.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const TABLE = 'WooCommerce Photos';
const [SHOES, LAMP, BROKEN, BARE] = [11, 12, 13, 14];
const CREDENTIALS = ['Get Products', 'Set New Photos'];

let stage: TestStage;
let shop: Shop;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage();
	const src = `${stage.emulator.storageUrl}/samples/portrait.png`;
	const photo = (id: number) => ({
		id,
		src: `${src}?${id}`,
		name: `Photo ${id}`,
		alt: `Alt ${id}`,
	});
	const products: readonly Product[] = [
		{ id: SHOES, name: 'Shoes', images: [photo(1), photo(2)] },
		{ id: LAMP, name: 'Lamp', images: [photo(3), photo(4)] },
		{ id: BROKEN, name: 'Broken', images: [photo(5)] },
		{ id: BARE, name: 'Bare', images: [] },
	];
	shop = await startShop(products, (id) => id === BROKEN);
	workflow = await createExample();
});

afterAll(async () => {
	await stage?.close();
	await shop?.close();
});

async function createExample(): Promise<StoredWorkflow> {
	const draft = { name: 'Shop', type: 'wooCommerceApi', data: { ...shop.key, url: shop.url } };
	const { id, name } = await saveCredential(stage.rest, draft);
	const example = await readExample(stage, projectFolder, 'edit-woocommerce-product-photos.json');
	const nodes = example.nodes.map((node) =>
		CREDENTIALS.includes(node.name)
			? { ...node, credentials: { wooCommerceApi: { id, name } } }
			: node,
	);
	return createWorkflow(stage.rest, { ...example, nodes });
}

async function run(): Promise<Execution> {
	const id = await runWorkflow(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, 120_000);
	expect(execution.error).toBeUndefined();
	return execution;
}

const urlsOf = (images: ReadonlyArray<{ readonly src: string }>) => images.map(({ src }) => src);
const jsonOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

test('products whose photos were all edited get them, and the others are listed', async () => {
	// The third photo is the first of the lamp.
	stage.emulator.plan({}, { times: 2 });
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	const execution = await run();

	const failed = stage.emulator.tasks().filter(({ status }) => status === 'Failed');
	expect(failed).toHaveLength(1);
	const [{ id, body } = { id: 0, body: {} }, ...others] = shop.changes;
	expect(others).toEqual([]);
	expect(jsonOf(execution, 'List Failed Photos')).toEqual([
		{
			...{ product_id: id === SHOES ? LAMP : SHOES, request_id: failed[0]?.requestId },
			photo: failed[0]?.inputValues['18:LoadImage.image'],
			reason: expect.stringContaining('Out of paint'),
		},
	]);
	const { images } = body as { readonly images: ReadonlyArray<{ readonly src: string }> };
	const first = id === SHOES ? 1 : 3;
	expect(images).toMatchObject([
		{ name: `Photo ${first}`, alt: `Alt ${first}` },
		{ name: `Photo ${first + 1}`, alt: `Alt ${first + 1}` },
	]);
	for (const url of urlsOf(images)) {
		const picture = await decodePicture(Buffer.from(await (await fetch(url)).arrayBuffer()));
		expect(picture).toMatchObject({ width: expect.any(Number) });
	}
	expect(jsonOf(execution, 'List Failed Products')).toEqual([
		{ product_id: BROKEN, reason: expect.stringContaining('Invalid image') },
	]);
});

test('the old URLs are in the table, and the next execution leaves those products out', async () => {
	const { requests } = stage.emulator;
	expect(requests()).not.toEqual([]);
	const changed = shop.changes[0]?.id ?? 0;
	const rows = await readRows(stage.rest, TABLE);
	expect(rows.map((row) => row['product_id'])).toEqual([changed, BROKEN]);
	const first = changed === SHOES ? 1 : 3;
	expect(String(rows[0]?.['old_urls']).split('\n')).toEqual([
		expect.stringMatching(new RegExp(`portrait[.]png[?]${first}$`)),
		expect.stringMatching(new RegExp(`portrait[.]png[?]${first + 1}$`)),
	]);
	const paid = stage.emulator.tasks().length;

	await run();

	expect(stage.emulator.tasks()).toHaveLength(paid + 2);
	expect(shop.changes.map(({ id }) => id).toSorted()).toEqual([SHOES, LAMP]);
});
