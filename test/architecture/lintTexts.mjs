import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';

/** Lints the texts of standard input, each as if it were in its file, and prints the violations. */
const eslint = new ESLint({
	overrideConfigFile: 'eslint.house.config.mjs',
	// These files need not exist, so there is nothing to know of their types.
	overrideConfig: {
		languageOptions: { parserOptions: { project: null } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'off',
			'@typescript-eslint/no-misused-promises': 'off',
		},
	},
});
const texts = JSON.parse(readFileSync(0, 'utf8'));
const results = await Promise.all(
	texts.map(([filePath, text]) => eslint.lintText(text, { filePath })),
);
process.stdout.write(
	JSON.stringify(
		results.map(([result]) => result?.messages.map(({ ruleId, message }) => ruleId ?? message)),
	),
);
