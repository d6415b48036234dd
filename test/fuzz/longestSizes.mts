import { readTaskResult } from '../../client/api/taskResult';
import { appInputs } from '../../client/inputs/appInputs';
import { collectRejections } from '../../client/inputs/rejections';
import { resolveInputs } from '../../client/inputs/resolve';
import { readInputSchema } from '../../client/inputs/schema';
import { secretRedactor } from '../../nodes/AiApp/transport/withoutSecrets';

export const MB = 1024 ** 2;
/** What n8n takes as a body, and what the node takes as an answer. */
export const [BODY, ANSWER, RECORD, STATUS] = [16 * MB, 10 * MB, 2 * MB, 256 * 1024];
/** What a form may have. */
export const FORM = 2_000_000;

/** How often a piece fits into so many bytes, in those that it has on the way: as JSON. */
export const repeats = (bytes: number, piece: string) =>
	Math.floor(bytes / (Buffer.byteLength(JSON.stringify(piece)) - 2));

export const full = (bytes: number, piece: string) => piece.repeat(repeats(bytes, piece));

export const KEY = 'sk-q8Zr3TnVw51xYbKd90PmLcHs7EaUfGh72';
export const redact = secretRedactor([KEY, 'callback-token-0123456789']);

const APP = appInputs(
	readInputSchema({
		input_nodes: [
			{ variable_name: 'a', field_type: 'string' },
			{ variable_name: 'b', field_type: 'int' },
			{ variable_name: 'c', field_type: 'image' },
			{ variable_name: 'd', field_type: 'combo', field_options: '["x","y"]' },
		],
	}),
);

export const resolved = (values: Readonly<Record<string, unknown>>, app = APP) => {
	const given = { values, overrides: [], binaryFields: ['data'], isJson: true };
	resolveInputs(app, given, collectRejections());
};

export const resultOf = (outputs: unknown) =>
	readTaskResult({ request_id: 'r-1', status: 'Success', outputs });
