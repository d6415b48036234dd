import { labels, sentences } from './panelTexts.mts';
import { writtenTexts } from './writtenTexts.mts';

/** n8n's guideline: the name of a parameter is in single quotes, in notices also in bold. */

const LABEL = new RegExp(`(?<!\\w)(${labels.join('|')})(?!\\w)`, 'g');
/** Properties that are names themselves. Sentences of panels are read from the panels. */
const NAMES = ['displayName', 'name', 'description', 'hint', 'placeholder', 'action', 'field'];

const messages = writtenTexts.filter(
	({ text, property = '' }) => !NAMES.includes(property) && !labels.includes(text),
);

it('there are labels to look for', () => {
	expect(labels).toEqual(
		expect.arrayContaining(['Max Wait Time', 'Max File Size', 'Callback URL', 'Base URL']),
	);
	expect(labels).not.toContain('App');
});

it.each([
	['the panels', sentences],
	['the messages', messages],
])('in %s, names of parameters are quoted', (_, texts) => {
	const found = texts.flatMap(({ place, text }) =>
		unquotedIn(text).map((label) => `${place} ${label} in: ${text}`),
	);

	expect(found).toEqual([]);
});

it.each([
	["Raise 'Max Wait Time' in the options", []],
	["Raise 'Max Wait Time (Minutes)' in the options", []],
	['Copy it into <b>Callback URL</b>', []],
	['Check the base URL', []],
	['Request ID: 1-2-3. App: 54663.', []],
	['Raise Max Wait Time in the options', ['Max Wait Time']],
	["Check the Base URL and the 'Metadata URL'", ['Base URL']],
	["The 'Callback Token URLs' are for a Callback Token", ['Callback Token']],
	['Raise "Max File Size"', ['Max File Size']],
	["Raise 'Max File Size", ['Max File Size']],
])('in %s are found: %j', (text, unquoted) => {
	expect(unquotedIn(text)).toEqual(unquoted);
});

function unquotedIn(text: string): readonly string[] {
	return [...text.matchAll(LABEL)].flatMap(({ index, 0: label }) => {
		const before = text.slice(0, index);
		const after = text.slice(index + label.length);
		const isQuoted = before.endsWith("'") && /^( \([^)]*\))?'/.test(after);
		const isBold = before.endsWith('<b>') && after.startsWith('</b>');
		const isHeading = /(^|\. )$/.test(before) && after.startsWith(': ');
		return isQuoted || isBold || isHeading ? [] : [label];
	});
}
