import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const FOLDER = join(projectFolder, 'dist', 'nodes', 'AiApp', '__schema__', 'v1.0.0');
const NODE_TYPE = 'n8n-nodes-ai-app-tasks.aiApp';

const schemas = readdirSync(FOLDER, { recursive: true })
	.map((path) => String(path).replaceAll('\\', '/'))
	.filter((path) => path.endsWith('.json'));

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

test.each(schemas)('n8n serves the schema %s to its editor', async (path) => {
	const { data } = await axios.get<object>(`${stage.n8n.url}/schemas/${NODE_TYPE}/1.0.0/${path}`);

	expect(data).toEqual(JSON.parse(readFileSync(join(FOLDER, path), 'utf8')));
	expect(data).toMatchObject({ type: 'object', properties: expect.any(Object) });
});
