import type { FaultEffect, Operation } from '../../emulator/index.mts';
import type { Ended } from './engine.mts';
import { keepLog } from './randomDay/logBook.mts';
import { onTask, runForm, runModel, useService } from './service.mts';

const service = useService();

/** Ends a line of a log, colors the next one, phishes for a key, loads an image, and never ends. */
const HOSTILE = [
	'FOREIGN\u001b[31m\r\n2026-11-22T00:00:00.000Z | error | FAKE\u2028\u202e',
	'<a href="https://evil.example/?key">Renew your key</a><img src="https://evil.example/x.png">',
	'x'.repeat(1_000_000),
].join('');

const answer = (body: string | object, status = 200): FaultEffect => ({
	type: 'answer',
	status,
	body,
});
const record = (data: object): FaultEffect => answer({ code: 20000, message: 'Ok', data });

const REFUSAL = { code: HOSTILE, message: HOSTILE, request_id: HOSTILE, data: null };
/** Long lists of long names; together they are below the size limit of a response. */
const NAME = `FOREIGN <img src=x>\u001b[0m\r\n${'n'.repeat(1_000)}`;
const APP = {
	input_nodes: Array.from({ length: 30 }, (_, n) => ({
		variable_name: `${n} ${NAME}`,
		field_label: NAME,
		field_type: 'COMBO',
		field_options: JSON.stringify({ values: Array.from({ length: 50 }, (_, m) => `${m} ${NAME}`) }),
	})),
};
const FIRST = APP.input_nodes[0]?.variable_name ?? '';

const RUN = runForm({ '6:CLIPTextEncode.text': 'a cat' }, { limits: { maxWaitMinutes: 0.1 } });
const DOWNLOAD = { ...RUN, downloadFiles: true };
const UPLOAD = { resource: 'file', operation: 'upload', options: {} };
const FAILED = { status: 'Failed', error_message: HOSTILE };
const NO_OUTPUT = { outputs: [{ error_type: HOSTILE, error_msg: HOSTILE }] };
const REDIRECT = { type: 'redirect', to: 'http://foreign.local/<a href=x>?signature' } as const;
const XML = `<Code>Odd</Code><Message>${HOSTILE.slice(0, 900_000)}`;
const PICTURE = { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png' } };

type Place = {
	readonly place: string;
	readonly parameters: typeof RUN;
	/** The service's responses, each time; otherwise the text is from the user or from an item. */
	readonly on?: Operation;
	readonly effect?: FaultEffect;
};

const PLACES: readonly Place[] = [
	{ place: 'the refusal of a create', parameters: RUN, on: 'create', effect: answer(REFUSAL, 400) },
	{ place: 'a create of no avail', parameters: RUN, on: 'create', effect: answer(REFUSAL, 500) },
	{ place: 'an unknown code', parameters: RUN, on: 'create', effect: answer(REFUSAL) },
	{ place: 'the refusal of an app', parameters: RUN, on: 'detail', effect: answer(REFUSAL, 500) },
	{ place: 'a page', parameters: RUN, on: 'status', effect: answer(HOSTILE) },
	{ place: 'a failed task', parameters: RUN, on: 'status', effect: record(FAILED) },
	{ place: 'a state', parameters: RUN, on: 'status', effect: record({ status: HOSTILE }) },
	{ place: 'a failed output', parameters: RUN, on: 'outputs', effect: record(NO_OUTPUT) },
	{ place: 'a failed model', parameters: runModel(), on: 'modelStatus', effect: record(FAILED) },
	{ place: 'a redirect', parameters: DOWNLOAD, on: 'download', effect: REDIRECT },
	{
		place: 'names of inputs',
		parameters: runForm({ FOREIGN: 1 }),
		on: 'detail',
		effect: record(APP),
	},
	{
		place: 'choices',
		parameters: runForm({ [FIRST]: HOSTILE }),
		on: 'detail',
		effect: record(APP),
	},
	{ place: 'a storage', parameters: UPLOAD, on: 'put', effect: answer(XML, 400) },
	{ place: 'an app ID', parameters: { ...RUN, appId: { __rl: true, mode: 'id', value: HOSTILE } } },
	{ place: 'a request ID', parameters: onTask('getStatus', HOSTILE) },
	{ place: 'the path of a model', parameters: runModel({ modelPath: HOSTILE }) },
	{ place: 'the name of a field', parameters: { ...UPLOAD, inputField: HOSTILE } },
];

/** Everything that a person or another program gets from the node, except the data of a result. */
function textsFrom({ error, hints, outputs }: Ended): string[] {
	const failed = outputs.flat().flatMap(({ json }) => {
		const { details, error: message } = json as { details?: object; error?: unknown };
		return [message, ...Object.values(details ?? {})];
	});
	const shown = [error?.message, error?.description, ...hints, ...failed];
	return shown.filter((each) => typeof each === 'string');
}

describe.each(PLACES)('a hostile text in $place is harmless', ({ parameters, on, effect }) => {
	it.each(['stopWorkflow', 'continueRegularOutput'] as const)('%s', async (onError) => {
		if (on && effect) service.emulator.addFault({ on, effect, times: Infinity });
		const log = keepLog();
		const items = [{ json: {}, binary: PICTURE }];

		const shown = textsFrom(await service.run({ parameters, items, settings: { onError } }));

		expect(shown.join()).toMatch(/FOREIGN/i);
		const lines = log.map((line) => String((JSON.parse(line) as unknown[])[0]));
		for (const text of [...shown, ...lines]) {
			expect(text).not.toMatch(/[<>\p{Cc}\p{Zl}\p{Bidi_C}]|\?key|signature/u);
			expect(text.length).toBeLessThan(7_000);
		}
	});
});
