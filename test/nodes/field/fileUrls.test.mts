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
		['with a comma between signed ones', `${TWO},${TWO}`],
		['with a comma and a blank', `${ONE}, ${TWO}`],
		['with a line break', `${ONE}\n${TWO}`],
		['with a line break of Windows', `${ONE}\r\n${TWO}\r\n`],
		['with a blank', `${ONE} ${TWO}`],
		['with a tab, as spreadsheets copy them', `${ONE}\t${TWO}`],
		['with a semicolon', `${ONE};${TWO}`],
		['with a pipe', `${ONE} | ${TWO}`],
		['with a Chinese comma', `${ONE}，${TWO}`],
		['with nothing, as two expressions side by side return them', `${ONE}${TWO}`],
		['with an ampersand', `${ONE}&${TWO}`],
		['with a plus sign', `${ONE}+${TWO}`],
		['with the letters of a line break', `${ONE}\\n${TWO}`],
		['with a blank of no width', `${ONE}\u200b${TWO}`],
		['with a Chinese full stop', `${ONE}。${TWO}`],
		['in quotes', `"${ONE}","${TWO}"`],
		['as a list in JSON', JSON.stringify([ONE, TWO])],
		['as a list', [ONE, TWO]],
		[
			'with other URLs in their queries',
			`${ONE}?u=https://a.example/\n${TWO}?u=https://a.example/`,
		],
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

describe('a URL that contains others is sent as it is', () => {
	it.each([
		'https://images.example.com/fetch/w_300,h_300/https://example.com/a.png',
		'https://web.archive.example/web/2020/https://example.com/a,b.png',
		'https://example.com/resize?url=https://example.com/a.png,80',
		'https://example.com/merge?urls=https://example.com/a.png,https://example.com/b.png',
		'https://example.com/next?u=https%3A%2F%2Fexample.com%2Fa.png%2Chttps%3A%2F%2Fb.example',
		'https://example.com/a;v=1|2,3 (4).png',
		'https://example.com/?https://example.com/a.png',
		'https://example.com/share?text=Look%20https://example.com/a.png',
		'https://example.com/filters:watermark(https://example.com/w.png)/https://example.com/a.png',
		'https://example.com/plain/https://example.com/a.png@webp',
		'https://example.com/a.png#https://example.com/b.png',
		'https://example.com/?u[]=https://example.com/1&u[]=https://example.com/2',
	])('%s', async (url) => {
		await service.run({ parameters: runOf('picture', url) });

		expect(service.emulator.tasks()[0]?.inputValues[INPUTS.picture]).toBe(url);
	});
});

describe('for a service on the internet', () => {
	const credential = usePublicService(service);

	it.each([
		'http://localhost:5678/files/photo.png',
		'http://127.0.0.1:5678/photo.png',
		'http://192.168.1.7/photo.png',
		'http://[::1]/photo.png',
		'https://nas/photo.png',
		'http://minio.local:9000/photo.png',
		'http://2130706433/photo.png',
	])('the file input rejects %s before it is charged', async (url) => {
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
	});

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
