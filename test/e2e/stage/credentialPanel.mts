import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { visit } from './visit.mts';

/** The panel of a credential that is being made. */
export type CredentialPanel = {
	fill(values: Readonly<Record<string, string>>): Promise<void>;
	/** Turns a switch on or off. */
	toggle(name: string): Promise<void>;
	/** Scrolls a field to the top of the panel, as far as possible. */
	scrollTo(name: string): Promise<void>;
	/** The names of the fields, top to bottom. */
	fields(): Promise<readonly string[]>;
	/** Saves it, which n8n follows by its test. */
	save(): Promise<void>;
	/** Waits until the test is green; rejects with n8n's words if it's red. */
	accepted(): Promise<void>;
	/** Waits until the test is red; its message, with details. */
	refused(): Promise<string>;
};

/** Creates a credential in the list of them, like a user who has just installed the package. */
export async function newCredential(
	page: Page,
	url: string,
	type: string,
): Promise<CredentialPanel> {
	await visit(page, `${url}/home/credentials`);
	// Before the list is there, n8n may not know the nodes either, and would save without a test.
	await page.getByTestId('resources-list-search').waitFor();
	await page.getByTestId('add-resource-credential').getByRole('button').or(addButton(page)).click();
	await page.getByTestId('selectCredential-modal').locator('input').fill(type);
	await page.getByTestId('new-credential-type-select-option').getByText(type).click();
	await page.getByTestId('new-credential-type-button').click();
	const panel = page.getByTestId('editCredential-modal');
	// n8n asks its server for a name at that time, and saves none without.
	await panel.getByTestId('inline-edit-preview').getByText(/\S/).waitFor();
	const parameter = (name: string) => panel.getByTestId(`parameter-input-${name}`);
	return {
		fill: async (values) => {
			for (const [name, value] of Object.entries(values))
				await enter(parameter(name).locator('input, textarea'), value);
		},
		toggle: (name) => parameter(name).locator('.el-switch').click(),
		scrollTo: (name) =>
			parameter(name).evaluate((element) => {
				(element as unknown as { scrollIntoView(alignToTop: boolean): void }).scrollIntoView(true);
			}),
		fields: async () => {
			const labels = await panel.locator('label').allInnerTexts();
			return labels.map((text) => (text.split('\n')[0] ?? '').replace('*', '').trim());
		},
		save: () => panel.getByTestId('credential-save-button').click(),
		accepted: async () => {
			const success = panel.getByTestId('credentials-config-container-test-success');
			const failure = panel.getByText('More details');
			await success.or(failure).filter({ visible: true }).first().waitFor();
			if (await failure.isVisible())
				throw new Error(await panel.getByTestId('node-credentials-config-container').innerText());
		},
		refused: async () => {
			const details = panel.getByText('More details');
			await details.click();
			await details.waitFor({ state: 'detached' });
			return panel.getByTestId('node-credentials-config-container').innerText();
		},
	};
}

const addButton = (page: Page) => page.locator('button[data-test-id="add-resource-credential"]');

/** Typed text goes to the field with the focus, which a panel that is opening may still move. */
async function enter(field: Locator, value: string): Promise<void> {
	await waitUntil(
		'a field to have its text',
		async () => {
			await field.fill(value);
			return (await field.inputValue()) === value || undefined;
		},
		{ timeoutMs: 60_000 },
	);
}
