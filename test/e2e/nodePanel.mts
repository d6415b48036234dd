import type { Locator, Page } from 'playwright-core';

/** The panel of an open node: the app's form in its middle, the output on its right. */
export type NodePanel = {
	setAppId(id: number): Promise<void>;
	/** The labels of the form, top to bottom, once `expected` is one of them. */
	labels(expected: string): Promise<readonly string[]>;
	/** The control of one field of the form, by its id. */
	field(id: string): Locator;
	/** What a drop-down field offers. */
	choices(id: string): Promise<readonly string[]>;
	refreshForm(): Promise<void>;
	executeStep(): Promise<void>;
	/** Shows the picture in the output; returns its size in pixels. */
	viewPicture(): Promise<{ readonly width: number; readonly height: number }>;
	/** The message and the description that the output shows. */
	error(): Promise<{ readonly message: string; readonly description: string }>;
};

/** What is used of the browser's own type, which these scripts are not compiled with. */
type ImageElement = {
	readonly naturalWidth: number;
	readonly naturalHeight: number;
	decode(): Promise<void>;
};

export function nodePanel(page: Page): NodePanel {
	return { ...form(page), ...output(page) };
}

function form(
	page: Page,
): Pick<NodePanel, 'setAppId' | 'labels' | 'field' | 'choices' | 'refreshForm'> {
	const fields = page.getByTestId('mapping-fields-container');
	const field = (id: string): Locator => {
		const path = `parameters.inputs.value["${id}"]`;
		// A JSON string is a CSS string as well.
		return fields.locator(`[data-parameter-path=${JSON.stringify(path)}]`);
	};
	return {
		setAppId: async (id) => {
			const input = page.getByTestId('resource-locator-appId').locator('input').last();
			await input.fill(String(id));
			await input.blur();
		},
		labels: async (expected) => {
			const labels = fields.locator('label');
			await labels.getByText(expected, { exact: true }).waitFor();
			const [, ...ofFields] = await labels.allInnerTexts();
			return ofFields.map((text) => text.split('\n')[0] ?? '');
		},
		field,
		choices: async (id) => {
			await field(id).click();
			const choices = page.getByTestId('parameter-input-item').filter({ visible: true });
			await choices.first().waitFor();
			const texts = await choices.allInnerTexts();
			await page.keyboard.press('Escape');
			return texts.map((text) => text.trim());
		},
		refreshForm: async () => {
			const options = page.getByTestId('columns-parameter-input-options-container');
			await options.getByTestId('action-toggle').click();
			await page.getByRole('menuitem', { name: 'Refresh Input List' }).click();
		},
	};
}

function output(page: Page): Pick<NodePanel, 'executeStep' | 'viewPicture' | 'error'> {
	const panel = page.getByTestId('output-panel');
	return {
		executeStep: () => page.getByTestId('node-execute-button').click(),
		viewPicture: async () => {
			await panel.getByRole('button', { name: 'View' }).click();
			const picture = panel.locator('img[src*="binary-data"]');
			await picture.waitFor();
			return picture.evaluate(async (element) => {
				const image = element as unknown as ImageElement;
				await image.decode();
				return { width: image.naturalWidth, height: image.naturalHeight };
			});
		},
		error: async () => ({
			message: await panel.getByTestId('node-error-message').innerText(),
			description: await panel.getByTestId('node-error-description').innerText(),
		}),
	};
}
