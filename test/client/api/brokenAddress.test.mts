import { readTaskOutputs } from '../../../client/api/taskOutputs';
import { parseHttpUrl } from '../../../client/parsing/urls';

/** The URL parser takes this address, and not what it makes of it. */
const BROKEN = `http://${'ü.'.repeat(5_000)}example/a.png`;
const GOOD = { object_url: 'https://cdn.example/b.png', output_ext: '.png' };

it('an address that is read once and not again costs its output, and no other', () => {
	const [broken, good] = readTaskOutputs({ outputs: [{ object_url: BROKEN }, GOOD] }, 'task-1');

	expect(broken).toMatchObject({ ok: false, url: undefined });
	expect(good).toMatchObject({ ok: true, url: GOOD.object_url });
});

it('whatever is read as an address can be read again as it is written then', () => {
	for (const length of [10, 1_000, 3_000, 16_000])
		for (const address of [
			`http://${'ü.'.repeat(length / 2)}example/`,
			`http://a.example/${'ü'.repeat(length)}`,
		]) {
			const { href } = parseHttpUrl(address) ?? {};
			expect(parseHttpUrl(href ?? 'http://a.example/')).toBeDefined();
		}
});
