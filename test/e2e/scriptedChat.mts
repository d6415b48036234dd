import fastify from 'fastify';

/** The response of a chat model: calls the tool it was offered, or returns a text. */
export type ChatReply =
	| { readonly call: Readonly<Record<string, unknown>> }
	| { readonly say: string };

export type ChatMessage = { readonly role: string; readonly content: string };

type OfferedArgument = { readonly description?: string };

export type OfferedTool = {
	readonly function: {
		readonly name: string;
		readonly description: string;
		readonly parameters: { readonly properties: Readonly<Record<string, OfferedArgument>> };
	};
};

export type ChatRequest = {
	readonly messages: readonly ChatMessage[];
	readonly tools?: readonly OfferedTool[];
};

export type ScriptedChat = {
	/** The base URL for clients, without a trailing slash. */
	readonly url: string;
	readonly requests: readonly ChatRequest[];
	close(): Promise<void>;
};

/** One turn of the model; gets all messages that it was sent so far. */
export type ChatTurn = (request: ChatRequest) => ChatReply;

/** A chat model that follows a script, with the interface of OpenAI's clients. */
export async function startScriptedChat(turns: readonly ChatTurn[]): Promise<ScriptedChat> {
	const requests: ChatRequest[] = [];
	const server = fastify({ bodyLimit: 10 * 1024 ** 2, forceCloseConnections: true });
	server.post('/v1/chat/completions', (request) => {
		const asked = request.body as ChatRequest;
		const turn = turns[requests.length];
		requests.push(asked);
		return completion(turn?.(asked) ?? { say: 'The script has ended.' }, asked, requests.length);
	});
	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${address}/v1`, requests, close: () => server.close() };
}

function completion(reply: ChatReply, { tools }: ChatRequest, turn: number) {
	const message =
		'say' in reply
			? { role: 'assistant', content: reply.say }
			: { role: 'assistant', content: null, tool_calls: [toolCall(reply.call, tools, turn)] };
	return {
		id: `chat-${turn}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in reply ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall(input: object, tools: ChatRequest['tools'], turn: number) {
	const name = tools?.[0]?.function.name ?? 'none_was_offered';
	const call = { name, arguments: JSON.stringify(input) };
	return { id: `call_${turn}`, type: 'function', function: call };
}

/** The last message of a role, as text; empty when there is none. */
export function lastMessage(request: ChatRequest | undefined, role: string): string {
	const ofRole = request?.messages.filter((message) => message.role === role) ?? [];
	const content = ofRole.at(-1)?.content ?? '';
	return typeof content === 'string' ? content : JSON.stringify(content);
}
