import util from 'node:util';

/**
 * An option of a command. Without `read` it is a switch, else `read` returns the value of its text;
 * undefined means that the text is invalid.
 * @typedef {object} Option
 * @property {string} description shown by --help
 * @property {string} [placeholder]
 * @property {string} [default] as a text
 * @property {boolean} [multiple]
 * @property {string} [needs] the option without which it has no effect
 * @property {readonly string[]} [without] the options beside which it has no effect
 * @property {string} [expects] completes the message about an invalid text: "--name takes ..."
 * @property {(text: string) => unknown} [read]
 */

const MAX_PORT = 65535;

/** @returns {Option} */
export function text(placeholder, description) {
	return { placeholder, description, expects: 'a text', read: (value) => value || undefined };
}

/** @returns {Option} */
export function choice(names, description) {
	const read = (value) => (names.includes(value) ? value : undefined);
	const expects = names.join(', ');
	const help = `${description} By default all of them: ${expects}.`;
	return { placeholder: 'name', multiple: true, description: help, expects, read };
}

/** @returns {Option} */
export function port(description) {
	const read = (value) =>
		/^\d{1,5}$/.test(value) && value > 0 && value <= MAX_PORT ? Number(value) : undefined;
	return { placeholder: 'port', description, expects: `a number from 1 to ${MAX_PORT}`, read };
}

/** @returns {Option} */
export function positive(placeholder, description) {
	const read = (value) => (Number(value) > 0 ? Number(value) : undefined);
	return { placeholder, description, expects: 'a number above 0', read };
}

/**
 * What the user typed, by the names of the options.
 * @param {readonly string[]} args
 * @param {Record<string, Option>} options
 * @throws {Error} whose message is one line for the user
 */
export function readOptions(args, options) {
	const types = Object.entries(options).map(([name, { read, multiple = false }]) => [
		name,
		{ type: read ? 'string' : 'boolean', multiple },
	]);
	const given = parse(args, Object.fromEntries(types), options);
	const values = Object.entries(given);
	return Object.fromEntries(values.map(([name, value]) => [name, valueOf(name, value)]));

	function valueOf(name, value) {
		const { read, needs, without = [] } = options[name];
		if (needs && !given[needs]) throw new Error(`--${name} needs --${needs}. See --help.`);
		const other = without.find((each) => given[each]);
		if (other) throw new Error(`--${name} has no effect with --${other}. See --help.`);
		if (read === undefined) return value;
		return Array.isArray(value) ? value.map((one) => readText(name, one)) : readText(name, value);
	}

	function readText(name, value) {
		const { read, expects } = options[name];
		const found = read(value);
		if (found !== undefined) return found;
		throw new Error(`--${name} takes ${expects}, not ${JSON.stringify(value)}. See --help.`);
	}
}

function parse(args, types, options) {
	try {
		return { ...util.parseArgs({ args, options: types }).values };
	} catch ({ message }) {
		const [, name] = /^Option '--([^' ]+).*' argument (?:missing|is ambiguous)/.exec(message) ?? [];
		if (name) throw new Error(`--${name} takes ${options[name].expects}. See --help.`);
		// Node's advice on positional arguments is cut off: the commands have none.
		throw new Error(`${message.replace(/\.\s[^]*/, '')}. See --help.`);
	}
}

/** The text of --help. */
export function usage(name, { about, options, start = `npm run ${name} --` }) {
	const rows = Object.entries({ ...options, help: { description: 'Prints this.' } }).map(
		([option, { placeholder, description }]) => [
			`--${option}${placeholder ? ` <${placeholder}>` : ''}`,
			description,
		],
	);
	const width = Math.max(...rows.map(([option]) => option.length));
	const lines = rows.map(([option, description]) => `  ${option.padEnd(width)}  ${description}`);
	return [`Usage: ${start} [options]`, '', about, '', 'Options', ...lines, ''].join('\n');
}
