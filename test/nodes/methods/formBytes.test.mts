import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chosenForm, prefilled } from '../editor.mts';
import { useService } from '../service.mts';

/** docs/guides/inputs.md: "two million bytes in all". */

const service = useService();
let server: Server;
let url = '';

beforeEach(async () => {
	const input_nodes = Array.from({ length: 500 }, (_, n) => ({
		variable_name: `${n}:N.f`,
		field_label: `Input ${n}`,
		field_type: 'COMBO',
		field_options: JSON.stringify({
			values: Array.from({ length: 9 }, (__, c) => '{'.repeat(200) + c),
		}),
	}));
	const body = JSON.stringify({ code: 20000, data: { id: 54663, name: 'x', input_nodes } });
	server = createServer((_, response) => {
		response.setHeader('content-type', 'application/json').end(body);
	});
	await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

it('a form is bounded in the bytes that it has in n8n, with all that keeps n8n from running it', async () => {
	const credential = { ...service.credential, baseUrl: url, metadataUrl: url };

	const form = await chosenForm(credential, { __rl: true, mode: 'id', value: '54663' });

	// n8n stores it twice at most: the schema, and the values.
	const bytes = Buffer.byteLength(JSON.stringify(prefilled(form)));
	expect(form.fields.length).toBeGreaterThan(0);
	expect(bytes).toBeLessThan(4_000_000);
});
