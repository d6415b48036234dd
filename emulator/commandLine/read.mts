import { parseArgs } from 'node:util';
import type { EmulatorOptions } from '../settings/emulatorOptions.mts';
import { OPTIONS, type Option } from './options.mts';

/** What the user asked for, or in one line why it cannot be done. */
export type Command =
	| { readonly start: EmulatorOptions }
	| { readonly help: true }
	| { readonly trouble: string };

const HELP = { type: 'boolean', short: 'h' } as const;

/** Reads the arguments of the command line. */
export function readCommandLine(args: readonly string[]): Command {
	try {
		const { values } = parseArgs({ args: [...args], options: { ...OPTIONS, help: HELP } });
		return values.help ? { help: true } : { start: optionsOf(values) };
	} catch (error) {
		return { trouble: `${oneLine(error as NodeJS.ErrnoException)}. --help tells more.` };
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

/** Node goes on with advice on positional arguments, which there are none of. */
function oneLine({ code, message }: NodeJS.ErrnoException): string {
	return code?.startsWith('ERR_PARSE_ARGS') ? message.replace(/\.\s[^]*/, '') : message;
}
