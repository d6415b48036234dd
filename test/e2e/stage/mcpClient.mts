import { createRequire } from 'node:module';
import { join } from 'node:path';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { n8nFolder } from './testStage.mts';

export type McpTool = {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: {
		readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
		readonly required?: readonly string[];
	};
};

export type McpTransport = 'sse' | 'streamableHttp';

export type McpServerPlace = {
	readonly url: string;
	/** That the server requires. */
	readonly token: string;
	readonly transport?: McpTransport;
};

/** A connected client of an MCP server. */
export type McpClient = {
	/** What the server tells models about its tools. */
	instructions(): string | undefined;
	tools(): Promise<readonly McpTool[]>;
	/**
	 * The text that a tool returns.
	 * @param timeoutMs 60 s by default, as in the SDK
	 */
	call(name: string, args: object, timeoutMs?: number): Promise<string>;
	close(): Promise<void>;
};

/** What is used of the SDK's client. */
type SdkClient = {
	connect(transport: object): Promise<void>;
	getInstructions(): string | undefined;
	listTools(): Promise<{ readonly tools: readonly McpTool[] }>;
	callTool(
		call: { readonly name: string; readonly arguments: object },
		schema?: undefined,
		options?: { readonly timeout?: number },
	): Promise<{ readonly content: ReadonlyArray<{ readonly text: string }> }>;
	close(): Promise<void>;
};

type Constructor<Made> = new (...args: unknown[]) => Made;

/** The SDK that n8n itself has: most MCP clients are built on it. */
const requireOfN8n = createRequire(join(n8nFolder, 'node_modules', 'n8n', 'package.json'));
const TRANSPORTS: Readonly<Record<McpTransport, readonly [file: string, name: string]>> = {
	sse: ['sse.js', 'SSEClientTransport'],
	streamableHttp: ['streamableHttp.js', 'StreamableHTTPClientTransport'],
};

/** Connects as soon as n8n has registered the URL of the published workflow. */
export async function connectMcp(place: McpServerPlace): Promise<McpClient> {
	const client = await waitUntil('the MCP server', () => connect(place).catch(() => undefined), {
		timeoutMs: 30_000,
	});
	return {
		instructions: () => client.getInstructions(),
		tools: async () => (await client.listTools()).tools,
		call: async (name, args, timeoutMs) => {
			const options = timeoutMs === undefined ? {} : { timeout: timeoutMs };
			const { content } = await client.callTool({ name, arguments: args }, undefined, options);
			return content.map(({ text }) => text).join('\n');
		},
		close: () => client.close(),
	};
}

async function connect(place: McpServerPlace): Promise<SdkClient> {
	const { url, token, transport = 'streamableHttp' } = place;
	const [file, name] = TRANSPORTS[transport];
	const Client = fromSdk<SdkClient>('index.js', 'Client');
	const Transport = fromSdk<object>(file, name);
	const headers = { authorization: `Bearer ${token}` };
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(new Transport(new URL(url), { requestInit: { headers } }));
	return client;
}

function fromSdk<Made>(file: string, name: string): Constructor<Made> {
	const module = requireOfN8n(`@modelcontextprotocol/sdk/client/${file}`) as Readonly<
		Record<string, Constructor<Made>>
	>;
	const found = module[name];
	if (!found) throw new Error(`The MCP SDK has no ${name}.`);
	return found;
}
