import { parseArgs } from 'node:util';
import { PROFILES, QUIRK_NAMES, QUIRKS, type Quirks, quirksWhere } from './settings/quirks.mts';
import { DEFAULT_API_KEY, DEFAULT_PREFIX, type EmulatorOptions } from './settings/settings.mts';
import { type EmulatorClock, manualClock, realClock } from './time/clock.mts';

/** A command line option. `read` parses its text; undefined means that the text is invalid. */
export type Option<Value> = {
	readonly type: 'string';
	readonly placeholder: string;
	readonly default: string;
	/** Shown by `--help`. */
	readonly description: string;
	/** Completes the message about an invalid text: "--name takes ...". */
	readonly expects: string;
	read(text: string): Value | undefined;
};

const MAX_PORT = 65535;
/** The time zone is required: without it the time would depend on the machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** All options but `--help`. */
const OPTIONS = {
	'api-port': port('8787', 'main API'),
	'meta-port': port('8788', 'metadata'),
	'storage-port': port('8789', 'storage'),
	'control-port': port('8790', 'control'),
	'api-key': {
		type: 'string',
		placeholder: 'key',
		default: DEFAULT_API_KEY,
		description: 'The API key that is let in.',
		expects: 'a text without blanks',
		read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
	} satisfies Option<string>,
	'task-header-prefix': {
		type: 'string',
		placeholder: 'prefix',
		default: DEFAULT_PREFIX,
		description: 'How the names of task headers begin.',
		expects: 'the beginning of a header name',
		read: (text) => (/^[\w!#$%&'*+.^`|~-]+$/.test(text) ? text : undefined),
	} satisfies Option<string>,
	'callback-origins': {
		type: 'string',
		placeholder: 'list',
		default: 'http://127.0.0.1:5678,http://localhost:5678',
		description: 'Where callbacks may go, with commas in between; any for everywhere.',
		expects: 'any, or origins like http://127.0.0.1:5678 with commas in between',
		read: readOrigins,
	} satisfies Option<Origins>,
	clock: {
		type: 'string',
		placeholder: 'clock',
		default: 'real',
		description: 'real, manual (stopped) or a time to stop at; /control/advance moves it.',
		expects: 'real, manual or a time like 2026-01-14T10:53:35+08:00',
		read: readClock,
	} satisfies Option<EmulatorClock>,
	quirks: {
		type: 'string',
		placeholder: 'list',
		default: 'default',
		description: 'Profiles and quirks to switch on, with commas in between.',
		expects: 'the profiles and quirks that --help lists, with commas in between',
		read: readQuirks,
	} satisfies Option<Quirks>,
} as const;

function port(number: string, host: string): Option<number> {
	return {
		type: 'string',
		placeholder: 'port',
		default: number,
		description: `Port of the ${host} host; 0 for any free one.`,
		expects: `a number from 0 to ${MAX_PORT}`,
		read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT ? Number(text) : undefined),
	};
}

type Origins = { readonly only: readonly string[] | undefined };

function readOrigins(text: string): Origins | undefined {
	if (text === 'any') return { only: undefined };
	const only = text.split(',').map((origin) => origin.trim());
	return only.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)
		? { only }
		: undefined;
}

function readClock(text: string): EmulatorClock | undefined {
	if (text === 'real') return realClock();
	const time = text === 'manual' ? Date.now() : TIME.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) ? undefined : manualClock(time);
}

/** A quirk is on when it or a profile with it is listed. */
function readQuirks(text: string): Quirks | undefined {
	const words = text.split(',').map((word) => word.trim());
	if (!words.every((word) => Object.hasOwn(QUIRKS, word) || isProfile(word))) return undefined;
	const profiles = words.filter(isProfile).map((word) => PROFILES[word].quirks);
	return quirksWhere((name) => words.includes(name) || profiles.some((quirks) => quirks[name]));
}

function isProfile(word: string): word is keyof typeof PROFILES {
	return Object.hasOwn(PROFILES, word);
}

/** What to do, or in one line what is wrong with the arguments. */
export type Command =
	| { readonly start: EmulatorOptions }
	| { readonly help: true }
	| { readonly error: string };

const HELP = { type: 'boolean', short: 'h' } as const;

/** Reads the arguments of the command line. */
export function readCommandLine(args: readonly string[]): Command {
	try {
		const { values } = parseArgs({ args: [...args], options: { ...OPTIONS, help: HELP } });
		return values.help ? { help: true } : { start: optionsOf(values) };
	} catch (error) {
		return { error: `${oneLine(error as NodeJS.ErrnoException)}. See --help.` };
	}
}

function optionsOf(texts: Readonly<Record<keyof typeof OPTIONS, string>>): EmulatorOptions {
	const valueOf = <Value,>(name: keyof typeof OPTIONS, { expects, read }: Option<Value>): Value => {
		const value = read(texts[name]);
		if (value !== undefined) return value;
		throw new Error(`--${name} takes ${expects}, not ${JSON.stringify(texts[name])}`);
	};
	return {
		ports: {
			api: valueOf('api-port', OPTIONS['api-port']),
			meta: valueOf('meta-port', OPTIONS['meta-port']),
			storage: valueOf('storage-port', OPTIONS['storage-port']),
			control: valueOf('control-port', OPTIONS['control-port']),
		},
		apiKey: valueOf('api-key', OPTIONS['api-key']),
		callbackOrigins: valueOf('callback-origins', OPTIONS['callback-origins']).only,
		taskHeaderPrefix: valueOf('task-header-prefix', OPTIONS['task-header-prefix']),
		clock: valueOf('clock', OPTIONS.clock),
		quirks: valueOf('quirks', OPTIONS.quirks),
	};
}

/** Cuts off Node's advice on positional arguments, which this command does not have. */
function oneLine({ code, message }: NodeJS.ErrnoException): string {
	const [, name = ''] = /^Option '--([^' ]+).* (missing|ambiguous)/.exec(message) ?? [];
	if (name in OPTIONS) return `--${name} takes ${OPTIONS[name as keyof typeof OPTIONS].expects}`;
	return code?.startsWith('ERR_PARSE_ARGS') ? message.replace(/\.\s[^]*/, '') : message;
}

type Row = readonly [name: string, description: string];

/** The text of `--help`: options with defaults, profiles, quirks. */
export function usage(): string {
	const options = Object.entries(OPTIONS).map(([name, option]): Row => {
		const isDefault = `(default: ${option.default})`;
		return [`--${name} <${option.placeholder}>`, `${option.description} ${isDefault}`];
	});
	const quirks = QUIRK_NAMES.map((name): Row => {
		const having = Object.entries(PROFILES).filter(([, { quirks }]) => quirks[name]);
		return [name, QUIRKS[name].description + having.map(([profile]) => ` [${profile}]`).join('')];
	});
	const profiles = Object.entries(PROFILES).map(([name, each]): Row => [name, each.description]);
	return [
		'Usage: npm run emulator -- [options]',
		'',
		"The service's interface on localhost, until Ctrl+C.",
		...section('Options', [...options, ['--help, -h', 'Prints this.']]),
		...section('Profiles', profiles),
		...section('Quirks, with the profiles that have them', quirks),
		'',
	].join('\n');
}

function section(title: string, rows: readonly Row[]): string[] {
	const width = Math.max(...rows.map(([name]) => name.length));
	return [
		'',
		title,
		...rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`),
	];
}
