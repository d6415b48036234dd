import fastify from 'fastify';

/** The response of a chat model: calls a tool, by default the first that was offered, or says a text. */
export type ChatReply =
	| { readonly call: Readonly<Record<string, unknown>>; readonly tool?: string }
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
	/** Whether the response is to arrive as events. */
	readonly stream?: boolean;
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
	server.post('/v1/chat/completions', (request, answer) => {
		const asked = request.body as ChatRequest;
		const reply = turns[requests.length]?.(asked) ?? { say: 'The script has ended.' };
		requests.push(asked);
		if (!asked.stream) return completion(reply, asked, requests.length);
		return answer.type('text/event-stream').send(asEvents(reply, asked, requests.length));
	});
	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${address}/v1`, requests, close: () => server.close() };
}

function completion(reply: ChatReply, request: ChatRequest, turn: number) {
	const { message, finish_reason } = choiceOf(reply, request, turn);
	const choices = [{ index: 0, message, finish_reason }];
	return { ...headOf(turn), object: 'chat.completion', choices };
}

/** The whole response as one event, which is what a fast model sends. */
function asEvents(reply: ChatReply, request: ChatRequest, turn: number): string {
	const { message, finish_reason } = choiceOf(reply, request, turn);
	const choices = [{ index: 0, delta: message, finish_reason }];
	const chunk = { ...headOf(turn), object: 'chat.completion.chunk', choices };
	return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

function headOf(turn: number) {
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return { id: `chat-${turn}`, created: 0, model: 'scripted', usage };
}

function choiceOf(reply: ChatReply, { tools }: ChatRequest, turn: number) {
	if ('say' in reply)
		return { message: { role: 'assistant', content: reply.say }, finish_reason: 'stop' };
	const name = reply.tool ?? tools?.[0]?.function.name ?? 'none_was_offered';
	const call = { name, arguments: JSON.stringify(reply.call) };
	const tool_calls = [{ index: 0, id: `call_${turn}`, type: 'function', function: call }];
	return { message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'tool_calls' };
}

/** The last message of a role, as text; empty when there is none. */
export function lastMessage(request: ChatRequest | undefined, role: string): string {
	const ofRole = request?.messages.filter((message) => message.role === role) ?? [];
	const content = ofRole.at(-1)?.content ?? '';
	return typeof content === 'string' ? content : JSON.stringify(content);
}
