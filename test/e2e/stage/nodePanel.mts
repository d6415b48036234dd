import type { Locator, Page } from 'playwright-core';

/** The panel of an open node: the app's form in its middle, the output on its right. */
export type NodePanel = {
	/** Everything that can be set, with the texts between. */
	readonly parameters: Locator;
	/** Chooses the app by its ID, without the list. */
	setAppId(id: number): Promise<void>;
	/** Chooses the app by the URL of its page. */
	setAppUrl(url: string): Promise<void>;
	/** Picks an option of a drop-down parameter. */
	choose(parameter: string, option: string): Promise<void>;
	/** Adds an option, and sets it. */
	addOption(option: string, parameter: string, value: number): Promise<void>;
	/** Replaces the value of a parameter with a code editor. */
	fillCode(parameter: string, text: string): Promise<void>;
	/** The message in place of the form, once it matches. */
	notice(expected: RegExp): Promise<string>;
	executePrevious(): Promise<void>;
	/** The labels of the form, top to bottom, once `expected` is one of them. */
	labels(expected: string): Promise<readonly string[]>;
	/** The control of one field of the form, by its id. */
	field(id: string): Locator;
	/** The choices of a drop-down field. */
	choices(id: string): Promise<readonly string[]>;
	/** Chooses n8n's mode that takes the inputs from the fields of the items, or the form. */
	mapAutomatically(isOn: boolean): Promise<void>;
	refreshForm(): Promise<void>;
	/** Presses n8n's button "Let the model define this parameter" of a field. */
	letModelDefine(id: string, description: string): Promise<void>;
	executeStep(): Promise<void>;
	/** Shows the image in the output; returns its size in pixels. */
	viewPicture(): Promise<{ readonly width: number; readonly height: number }>;
	/** The message and the description that the output shows. */
	error(): Promise<{ readonly message: string; readonly description: string }>;
};

/** The used parts of the browser's own type, which these scripts are not compiled with. */
type ImageElement = {
	readonly naturalWidth: number;
	readonly naturalHeight: number;
	decode(): Promise<void>;
};

export function nodePanel(page: Page): NodePanel {
	return { ...parameters(page), ...form(page), ...output(page) };
}

function parameters(
	page: Page,
): Pick<
	NodePanel,
	| 'parameters'
	| 'setAppId'
	| 'setAppUrl'
	| 'choose'
	| 'addOption'
	| 'fillCode'
	| 'notice'
	| 'executePrevious'
> {
	const all = page.getByTestId('node-parameters');
	const app = page.getByTestId('resource-locator-appId');
	const setApp = async (mode: 'id' | 'url', value: string) => {
		await app.getByTestId('rlc-mode-selector').click();
		await page.getByTestId(`mode-${mode}`).click();
		const input = app.locator('input').last();
		await input.fill(value);
		await input.blur();
	};
	return {
		parameters: all,
		setAppId: (id) => setApp('id', String(id)),
		setAppUrl: (url) => setApp('url', url),
		choose: async (parameter, option) => {
			await all.getByTestId(`parameter-input-${parameter}`).click();
			const choices = page.getByTestId('parameter-input-item').filter({ visible: true });
			await choices.getByText(option, { exact: true }).click();
		},
		addOption: async (option, parameter, value) => {
			const add = all
				.getByTestId('collection-parameter-add')
				.filter({ has: page.getByPlaceholder('Add Option') });
			await add.scrollIntoViewIfNeeded();
			await add.click();
			const found = page.getByTestId('collection-parameter-option').filter({ visible: true });
			await found.getByText(option, { exact: true }).click();
			const input = all.getByTestId(`parameter-input-${parameter}`).locator('input');
			await input.fill(`${value}`);
			// Its tip would cover the list.
			await input.blur();
		},
		fillCode: (parameter, text) =>
			all.getByTestId(`parameter-input-${parameter}`).locator('.cm-content').fill(text),
		notice: async (expected) => {
			const notice = page.getByTestId('empty-fields-notice').getByText(expected);
			await notice.waitFor();
			return notice.innerText();
		},
		executePrevious: async () => {
			await page.getByRole('button', { name: 'Execute previous nodes' }).click();
			await page.getByTestId('ndv').getByText('1 item', { exact: true }).waitFor();
		},
	};
}

type Form = Pick<
	NodePanel,
	'labels' | 'field' | 'choices' | 'mapAutomatically' | 'refreshForm' | 'letModelDefine'
>;

function form(page: Page): Form {
	const fields = page.getByTestId('mapping-fields-container');
	const field = (id: string): Locator => {
		const path = `parameters.inputs.value["${id}"]`;
		// A JSON string is a CSS string as well.
		return fields.locator(`[data-parameter-path=${JSON.stringify(path)}]`);
	};
	return {
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
		mapAutomatically: async (isOn) => {
			await page.getByTestId('mapping-mode-select').locator('input').click();
			const mode = isOn ? 'Map Automatically' : 'Map Each Column Manually';
			const choices = page.locator('.el-select-dropdown__item').filter({ visible: true });
			await choices.getByText(mode, { exact: true }).click();
		},
		refreshForm: async () => {
			const options = page.getByTestId('columns-parameter-input-options-container');
			await options.getByTestId('action-toggle').click();
			await page.getByRole('menuitem', { name: 'Refresh Input List' }).click();
		},
		letModelDefine: async (id, description) => {
			const remove = page.getByTestId(`remove-field-button-${id}`);
			const whole = fields.locator('.parameter-item').filter({ has: remove });
			await whole.getByTestId('from-ai-override-button').click();
			await whole.getByTestId('fromAI-override-field').waitFor();
			await whole.getByTestId('selectable-list-selectable-description').click();
			const text = whole.locator('input, textarea').last();
			await text.fill(description);
			await text.blur();
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
