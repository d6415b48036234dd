import { port, text } from './commandLine.mjs';

/**
 * The commands with options: what `--help` prints, which file runs them, and whether they need the
 * pinned n8n.
 */
export const COMMANDS = {
	demo: {
		about: 'Starts n8n with this package, a simulated service and all examples, until Ctrl-C.',
		file: 'scripts/demo.mts',
		needsN8n: true,
		options: {
			port: port('Port of the editor. By default 5678, or any other one if that is in use.'),
			once: {
				description: 'Runs the first example without the editor and prints one line of JSON.',
			},
			output: text('folder', 'Where --once saves the files. By default .demo/output.'),
		},
	},
};
