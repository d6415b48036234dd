import { createServer, type AddressInfo, type Socket } from 'node:net';
import { readMail, type Mail } from './mail.mts';

/** Receives emails over SMTP, without encryption and for anyone. */
export type MailServer = {
	readonly port: number;
	/** All that were received, the latest last. */
	readonly mails: readonly Mail[];
	close(): Promise<void>;
};

const LINE_END = '\r\n';
const MAIL_END = `${LINE_END}.${LINE_END}`;

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		converse(socket, (source) => mails.push(readMail(source)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	async function close(): Promise<void> {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	}
	return { port, mails, close };
}

/** Commands come as lines. After DATA, everything up to a line with a dot is the email. */
function converse(socket: Socket, receive: (source: string) => void): void {
	let received = '';
	let isMail = false;
	const reply = (line: string) => socket.write(line + LINE_END);

	function readNext(): boolean {
		const end = isMail ? MAIL_END : LINE_END;
		const at = received.indexOf(end);
		if (at < 0) return false;
		const part = received.slice(0, at);
		received = received.slice(at + end.length);
		if (isMail) receive(part.replaceAll(`${LINE_END}..`, `${LINE_END}.`));
		else if (/^QUIT/i.test(part)) {
			socket.end(`221 Bye${LINE_END}`);
			return false;
		}
		isMail = !isMail && /^DATA/i.test(part);
		reply(isMail ? '354 Go ahead' : '250 OK');
		return true;
	}

	socket.setEncoding('latin1');
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk) => {
		received += String(chunk);
		while (readNext());
	});
	reply('220 A test');
}
