import { runModel, useService } from '../service.mts';
import { usePublicService } from './publicService.mts';

const service = useService();
const credential = usePublicService(service);

async function hintsOf(modelParameters: object, more: object = {}): Promise<readonly string[]> {
	const { hints } = await service.run({
		parameters: runModel({ modelParameters: modelParameters as never, waitMode: 'none' }),
		credential: credential(more),
	});
	expect(service.emulator.modelTasks()).toMatchObject([{ values: modelParameters }]);
	return hints.filter((hint) => hint.includes('private'));
}

it.each([
	['image', { image: 'http://localhost:5678/a.png' }, 'http://localhost:5678'],
	['images[1]', { images: ['x', ' http://192.168.1.7/a.png '] }, 'http://192.168.1.7'],
	['input.image', { input: { image: 'http://nas/a.png' } }, 'http://nas'],
])('a line above the output names the private URL in %s, which is sent', async (path, more, at) => {
	expect(await hintsOf({ prompt: 'a red kite', ...more })).toEqual([
		`The URL in the parameter '${path}' looks private (${at}) in 1 item. The service may be unable to open it. To send a file of the item, enter {"$binary": "data"}.`,
	]);
});

it.each([
	['a public URL', 'https://files.example.com/a.png', {}],
	['a prompt about one', 'http://localhost:5678 on a poster', {}],
	[
		'a URL of the own storage',
		'http://10.0.0.7:9000/a.png',
		{ storageUrl: 'http://10.0.0.7:9000' },
	],
])('%s gets no line', async (_, image, more) => {
	expect(await hintsOf({ prompt: 'a red kite', image }, more)).toEqual([]);
});
