import { checkOf, useInputChecks } from '../inputChecks.mts';
import { useService } from '../service.mts';
import { INPUTS, runOf } from './handedIn.mts';
import { usePublicService } from './publicService.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const [ONE, TWO] = ['https://files.example.com/1.png', 'https://files.example.com/2.png?a=b'];
const SEVERAL = "'Picture' contains several URLs";

describe('several URLs in one input are rejected before they are charged', () => {
	it.each([
		['with a comma between them', `${ONE},${TWO}`],
		['with a line break', `${ONE}\n${TWO}`],
		['as a list', [ONE, TWO]],
	])('%s', async (_, value) => {
		const parameters = runOf('picture', value);

		const { error } = await service.run({ parameters });

		expect(error?.message).toBe(SEVERAL);
		expect(error?.description).toContain('one item for each URL, or an input for each');
		expect(service.creates()).toBe(0);
		expect(await checkOne(parameters)).toMatchObject({ invalid_inputs: [{ message: SEVERAL }] });
	});
});

it('File: Upload rejects several URLs as well', async () => {
	const { error } = await service.run({
		parameters: {
			...{ resource: 'file', operation: 'upload', fileSource: 'url', options: {} },
			fileUrl: `${ONE}, ${TWO}`,
		},
	});

	expect(error?.message).toBe("'URL' contains several URLs");
	expect(error?.description).toContain('one item for each URL');
});

it('a URL that contains another one is sent as it is', async () => {
	const url = 'https://images.example.com/fetch/w_300,h_300/https://example.com/a.png';

	await service.run({ parameters: runOf('picture', url) });

	expect(service.emulator.tasks()[0]?.inputValues[INPUTS.picture]).toBe(url);
});

describe('for a service on the internet', () => {
	const credential = usePublicService(service);

	it.each(['http://192.168.1.7/photo.png', 'https://nas/photo.png'])(
		'the file input rejects %s before it is charged',
		async (url) => {
			const parameters = runOf('picture', url);
			const words = `The URL for 'Picture' looks private (${new URL(url).origin})`;

			const { error } = await service.run({ parameters, credential: credential() });
			const checked = await service.run({
				parameters: checkOf(parameters),
				credential: credential(),
			});

			expect(error?.message).toBe(words);
			expect(error?.description).toContain('HTTP Request');
			expect(checked.outputs[0]?.[0]?.json).toMatchObject({ invalid_inputs: [{ message: words }] });
			expect(service.creates()).toBe(0);
		},
	);

	it.each([
		['with a public name', 'https://files.example.com/photo.png', {}],
		['if the service reaches private ones', 'http://nas/a.png', { reachesPrivateUrls: true }],
		['of their own storage', 'http://10.0.0.7:9000/a.png', { storageUrl: 'http://10.0.0.7:9000' }],
	])('a URL is sent %s', async (_, url, more) => {
		await service.run({
			parameters: runOf('picture', url),
			credential: credential(more),
		});

		expect(service.emulator.tasks()[0]?.inputValues[INPUTS.picture]).toBe(url);
	});
});

it('for a private service, private URLs are sent', async () => {
	await service.run({ parameters: runOf('picture', 'http://nas/photo.png') });

	expect(service.creates()).toBe(1);
});
