import { PROFILES, QUIRK_NAMES, QUIRKS } from '../settings/quirks.mts';
import { OPTIONS } from './options.mts';

type Row = readonly [name: string, description: string];

/** The text of `--help`: options with defaults, profiles, quirks. */
export function usage(): string {
	const options = Object.entries(OPTIONS).map(([name, option]): Row => {
		const isDefault = `(default: ${option.default})`;
		return [`--${name} <${option.placeholder}>`, `${option.description} ${isDefault}`];
	});
	const profiles = Object.entries(PROFILES).map(
		([name, { description }]): Row => [name, description],
	);
	const quirks = QUIRK_NAMES.map((name): Row => {
		const having = Object.entries(PROFILES).filter(([, { quirks }]) => quirks[name]);
		return [
			name,
			[QUIRKS[name].description, ...having.map(([profile]) => `[${profile}]`)].join(' '),
		];
	});
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
