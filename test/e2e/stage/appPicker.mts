import type { Page } from 'playwright-core';

/** The list of apps in the panel of an open node. */
export type AppPicker = {
	/** Its rows, opened or with something typed into it, once there is one like `expected`. */
	rows(expected: string, typed?: string): Promise<readonly string[]>;
	/** The message in place of the rows, with something typed into it. */
	message(typed: string): Promise<string>;
	/** Chooses a row of the open list. */
	pick(row: string): Promise<void>;
	/** The app that is shown as chosen; empty if there is none. */
	chosen(): Promise<string>;
	/** Closes the list without a choice. */
	leave(): Promise<void>;
};

export function appPicker(page: Page): AppPicker {
	const input = page.getByTestId('resource-locator-appId').getByTestId('rlc-input');
	const field = input.locator('input').or(input.and(page.locator('input')));
	const search = page.getByTestId('rlc-search');
	const rows = page.getByTestId('rlc-item').filter({ visible: true });
	const open = async (typed?: string) => {
		if (!(await search.isVisible())) await field.click();
		if (typed !== undefined)
			await search
				.locator('input')
				.or(search.and(page.locator('input')))
				.fill(typed);
	};
	return {
		rows: async (expected, typed) => {
			await open(typed);
			await rows.filter({ hasText: expected }).waitFor();
			return (await rows.allInnerTexts()).map((text) => text.trim());
		},
		message: async (typed) => {
			await open(typed);
			const message = page.getByTestId('rlc-error-container');
			await message.waitFor();
			return message.innerText();
		},
		pick: (row) => rows.getByText(row, { exact: true }).click(),
		chosen: () => field.inputValue(),
		leave: () => page.getByTestId('ndv').getByText('Resource', { exact: true }).click(),
	};
}

/** Chooses another credential in the panel of an open node. */
export async function chooseCredential(page: Page, name: string): Promise<void> {
	await page.getByTestId('node-credentials-select').click();
	await page
		.getByTestId('node-credentials-select-item')
		.or(page.locator('.el-select-dropdown__item'))
		.filter({ visible: true })
		.getByText(name, { exact: true })
		.click();
}
