import { choice, port, positive, text } from './commandLine.mjs';

/**
 * The commands with options: what `--help` prints, which file runs them, and whether they need the
 * pinned n8n.
 */
export const COMMANDS = {
	demo: {
		about: 'Starts n8n with this package, a simulated service and all examples, until Ctrl-C.',
		file: 'scripts/demo.mts',
		needsN8n: ({ apps }) => !apps,
		options: {
			apps: {
				description: 'Prints the examples, apps and keys of the demo that runs, and starts none.',
			},
			port: {
				...port('Port of the editor. By default 5678, or any other one if that is in use.'),
				without: ['apps', 'once'],
			},
			once: {
				description: 'Runs the first example without the editor and prints one line of JSON.',
				without: ['apps'],
			},
			output: {
				...text('folder', 'Where --once saves the files. By default .demo/output.'),
				needs: 'once',
			},
		},
	},
	emulator: {
		file: 'emulator/cli.mts',
		needsN8n: false,
		// It reads its options by itself, to stay alone.
		usageFile: 'emulator/usage.txt',
	},
	bench: {
		about:
			'Measures the package in a real n8n. All cases take half an hour, and 10 GB of the temporary\n' +
			'folder. Linux only.',
		file: 'bench/bench.mts',
		needsN8n: true,
		options: {
			case: choice(
				['lag', 'many-100', 'many-executions', 'overhead', 'transfer', 'load', 'size'],
				'A case to measure, any number of times.',
			),
			write: { description: 'Saves the figures of these cases. Without --case, all are saved.' },
		},
	},
	'bench:queue': {
		about:
			'Measures n8n with one, two and four workers, in a quarter of an hour. Linux only. Needs\n' +
			'PostgreSQL and Redis.',
		file: 'bench/queue.mts',
		needsN8n: true,
		options: {
			executions: positive('number', 'By default 500.'),
			write: { description: 'Saves the figures. Without --executions, they are saved.' },
		},
	},
	soak: {
		about:
			'Mixed work in a real n8n. Fails if a task, a callback, a socket or a timer is lost or left.',
		file: 'bench/soak.mts',
		needsN8n: true,
		options: {
			minutes: positive('number', 'How long. By default 3.'),
			write: { description: 'Saves the figures.' },
		},
	},
	compatibility: {
		// Too seldom for a script of its own in package.json.
		start: 'node scripts/run.mjs compatibility',
		about:
			'Runs end-to-end tests on older versions of n8n and on the pinned one. Takes three minutes\n' +
			'for each, and 2 GB and three minutes more to install it. Linux only.',
		file: 'scripts/compatibility.mts',
		needsN8n: true,
		options: {
			only: {
				...text('version', 'Runs this version only, such as 2.20.12.'),
				without: ['newest'],
			},
			newest: { description: 'Runs the newest version on npm instead, and fails if a test does.' },
			report: text('file', 'Appends the first result to this file, as an output of a job.'),
			write: { description: 'Saves the results.' },
		},
	},
	prove: {
		about:
			'Replaces the function of each rule of scripts/rules.json in a copy of the sources and expects\n' +
			'its test to fail. Takes three minutes.',
		file: 'scripts/proveRules.mts',
		needsN8n: false,
		options: {
			only: text('text', 'Proves only the rules whose text or file contains it.'),
			check: { description: 'Runs no test, and lists the rules that no longer fit the sources.' },
		},
	},
	scan: {
		about: "Runs n8n's verification scan on the sources and on the packed tarball.",
		file: 'scripts/scan.mts',
		needsN8n: false,
		options: {},
	},
};
