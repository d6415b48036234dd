import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n's engine reads it once, when a process first needs it, and would take ~/.n8n otherwise. */
const FOLDER = join(tmpdir(), `ai-app-engine-${process.pid}`);

process.env.N8N_USER_FOLDER = FOLDER;

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
