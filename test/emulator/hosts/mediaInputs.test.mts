import { ASYNC, startVisit, TASKS, type Answer, type Visit } from '../visit.mts';

let visit: Visit;

beforeAll(async () => {
	visit = await startVisit();
});

afterAll(() => visit.emulator.close());

const LEVELS = 56258;
const PICTURE = '18:LoadImage.image';
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function create(appId: number, values: object): Promise<Answer> {
	const body = { web_app_id: appId, input_values: values };
	return visit.send('POST', `${visit.emulator.apiUrl}${TASKS}/create`, { body, headers: ASYNC });
}

describe('an input that takes a file', () => {
	it.each([
		['a data URL', `data:image/png;base64,${PNG}`],
		['base64', PNG],
		['a path on Windows', 'C:\\photo.png'],
		['the same with slashes', 'C:/photo.png'],
		['a path', '/etc/passwd'],
		['a path from here', './photo.png'],
		['the URL of a path', 'file:///etc/passwd'],
		['a name', 'photo.png'],
		['one of the presets of the form', 'file1.png'],
		['another protocol', 'ftp://example.com/photo.png'],
		['no host', 'http://'],
		['nothing', ''],
		['a number', 7],
	])('rejects %s, and no task is created', async (_case, value) => {
		const answer = await create(LEVELS, { [PICTURE]: value });
		const body = { code: 20015, message: `invalid parameter: ${PICTURE}`, data: null };
		expect(answer).toMatchObject({ status: 400, body });
		expect(visit.emulator.tasks()).toEqual([]);
	});

	it.each([
		[56258, PICTURE],
		[57004, '1:Picture.image'],
		[57004, '2:Sound.audio'],
		[57004, '3:Film.video'],
		[57004, '4:LoadVideo.video'],
		[57004, '5:LoadAudio.audio'],
		[57004, '6:VHS_Load_Image.image'],
		[57004, '7:Source.file'],
		[57012, '3:Image.image'],
		[57102, '4:LoadImage.image'],
	])('of app %d accepts URLs: %s', async (appId, key) => {
		expect((await create(appId, { [key]: '/etc/passwd' })).status).toBe(400);
		for (const address of ['https://example.com/a.png', `${visit.emulator.storageUrl}/b.png`]) {
			expect((await create(appId, { [key]: address })).status).toBe(202);
		}
		visit.emulator.reset();
	});

	it('has its default if it is not sent', async () => {
		expect((await create(LEVELS, { '27:LayerColor: Levels.channel': 'red' })).status).toBe(202);
		visit.emulator.reset();
	});
});

it('an input for text accepts a path', async () => {
	expect((await create(54663, { '6:CLIPTextEncode.text': '/etc/passwd' })).status).toBe(202);
});
