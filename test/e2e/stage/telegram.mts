import axios from 'axios';
import { startStub, type StubAnswer, type StubRequest } from './stubServer.mts';

/** A call of the Bot API; files are in `photo`. */
export type BotCall = {
	readonly method: string;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly photo?: Buffer;
};

/** What somebody sends to the bot. */
export type Message = { readonly from: number; readonly caption?: string; readonly photo?: Buffer };

export type Telegram = {
	readonly url: string;
	readonly token: string;
	/** What the bot has sent, edited or asked for. */
	readonly calls: readonly BotCall[];
	/** Sends an update to the webhook of the bot; resolves with the HTTP status. */
	send(message: Message): Promise<number>;
	close(): Promise<void>;
};

const TOKEN = '4242:token-of-a-bot';
const NOT_FOUND = 404;
/** Telegram has each photo in several sizes, the largest last. */
const SIZES = ['small', 'medium', 'large'];

/** The Bot API, as far as the example uses it. */
export async function startTelegram(): Promise<Telegram> {
	const calls: BotCall[] = [];
	const files = new Map<string, Buffer>();
	const bot = createBot();

	async function answer(request: StubRequest): Promise<StubAnswer> {
		const [, fileId] = new RegExp(`^/file/bot${TOKEN}/photos/(.+)[.]png$`).exec(request.path) ?? [];
		if (fileId !== undefined) return { content: files.get(fileId) ?? Buffer.of() };
		const [, method = ''] = new RegExp(`^/bot${TOKEN}/(\\w+)$`).exec(request.path) ?? [];
		const call = { method, ...(await readFields(request)) };
		calls.push(call);
		return bot.methods[method]?.(call.fields) ?? refuse('Not Found');
	}

	const { url, close } = await startStub(answer);
	return {
		...{ url, token: TOKEN, calls, close },
		send: async ({ from, caption, photo }) => {
			const webhook = bot.webhook();
			if (webhook.url === '') return NOT_FOUND;
			const id = bot.nextId();
			const sizes = SIZES.map((size) => ({ file_id: `${size}-${id}` }));
			if (photo) files.set(sizes.at(-1)?.file_id ?? '', photo);
			const person = { id: from };
			const date = Math.floor(Date.now() / 1_000);
			const content = { ...(caption !== undefined && { caption }), ...(photo && { photo: sizes }) };
			const message = { message_id: id, from: person, chat: person, date, ...content };
			const headers = { 'x-telegram-bot-api-secret-token': webhook.secret_token };
			const options = { headers, validateStatus: () => true };
			return (await axios.post(webhook.url, { update_id: id, message }, options)).status;
		},
	};
}

/** The methods of the Bot API, and what they remember. */
function createBot() {
	const texts = new Map<unknown, unknown>();
	let webhook = { url: '', secret_token: '' };
	let id = 0;
	const methods: Readonly<Record<string, (fields: BotCall['fields']) => StubAnswer>> = {
		getWebhookInfo: () => ok({ url: webhook.url }),
		setWebhook: (fields) => {
			webhook = fields as typeof webhook;
			return ok(true);
		},
		deleteWebhook: () => ok(true),
		getFile: ({ file_id: file }) => ok({ file_id: file, file_path: `photos/${String(file)}.png` }),
		sendMessage: ({ chat_id: chat, text }) => {
			texts.set(++id, text);
			return ok({ message_id: id, chat: { id: chat }, text });
		},
		editMessageText: ({ message_id: message, text }) => {
			if (texts.get(message) === text) return refuse('message is not modified');
			texts.set(message, text);
			return ok({ message_id: message, text });
		},
		sendPhoto: ({ chat_id: chat }) => ok({ message_id: ++id, chat: { id: chat } }),
	};
	return { methods, webhook: () => webhook, nextId: () => ++id };
}

function ok(result: unknown): StubAnswer {
	return { content: { ok: true, result } };
}

function refuse(reason: string): StubAnswer {
	return { status: 400, content: { ok: false, description: `Bad Request: ${reason}` } };
}

async function readFields({ body, headers, query }: StubRequest): Promise<Omit<BotCall, 'method'>> {
	const type = headers['content-type'] ?? '';
	if (!type.startsWith('multipart/')) {
		const sent = body.length > 0 ? (JSON.parse(body.toString('utf8')) as object) : {};
		return { fields: { ...Object.fromEntries(query), ...sent } };
	}
	const form = await new Response(new Uint8Array(body), {
		headers: { 'content-type': type },
	}).formData();
	const photo = form.get('photo');
	const fields = { chat_id: form.get('chat_id') };
	if (!(photo instanceof Blob)) return { fields };
	return { fields, photo: Buffer.from(await photo.arrayBuffer()) };
}
