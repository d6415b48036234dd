import { parseArgs } from 'node:util';
import type { EmulatorOptions } from '../settings/emulatorOptions.mts';
import { OPTIONS, type Option } from './options.mts';

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
		taskHeaderPrefix: valueOf('task-header-prefix', OPTIONS['task-header-prefix']),
		clock: valueOf('clock', OPTIONS.clock),
		quirks: valueOf('quirks', OPTIONS.quirks),
	};
}

/** Cuts off Node's advice on positional arguments, which this command does not have. */
function oneLine({ code, message }: NodeJS.ErrnoException): string {
	return code?.startsWith('ERR_PARSE_ARGS') ? message.replace(/\.\s[^]*/, '') : message;
}
